import { fieldTitle } from '../../definitions/field-texts.ts'
import type { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ObjectSchema } from '../../kernel/schema/schema.ts'
import { asSentence, parameterIn } from '../../kernel/text/error-words.ts'
import { findStep } from '../../registry/steps.ts'

/**
 * Why something failed, as a viewer reads it: in the language of `inLanguage`, and with the title of a field of the step
 * instead of the name of its parameter.
 */
export function chatSentence({ code, text }: Failure, stepType = ''): string {
  const written = String(text)
  // Sentences of other failures may begin with the name of a viewer.
  if (code !== 'invalid_parameter') return written
  const name = parameterIn(written) ?? ''
  const input: ObjectSchema | undefined = findStep(stepType)?.input
  const field = input?.properties[name]
  if (field === undefined || !written.startsWith(`${name} `)) return asSentence(written)
  return fieldTitle(`steps.${stepType}.${name}`, field) + written.slice(name.length)
}
