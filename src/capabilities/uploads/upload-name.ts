import { Failure } from '../../kernel/operation/contract/failures.ts'
import { codePointLength, textFault, toLine } from '../../kernel/schema/text.ts'
import type { Text } from '../../kernel/text/message.ts'
import { uploadErrors } from './messages.ts'

export const maxUploadName = 120

/** The browser's file name without the path that some browsers send. */
export function uploadNameOf(given: string): string {
  const fault = textFault(given)
  if (fault !== undefined) throw wrong(uploadErrors.nameProblem.of({ problem: fault }))
  const name = toLine(given).split(/[\\/]/).at(-1)?.trim() ?? ''
  if (name === '') throw wrong(uploadErrors.nameRequired.of())
  if (codePointLength(name) <= maxUploadName) return name
  // The extension stays, because it is checked against the content.
  const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return [...name].slice(0, maxUploadName - ending.length).join('') + ending
}

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
