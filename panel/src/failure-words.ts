import { asSentence, besideField, parameterIn } from '../../src/kernel/text/error-words.ts'
import type { FailureBody } from './api.ts'

/** Failures whose message begins with the name of a parameter. */
const namesParameter: ReadonlySet<string> = new Set(['invalid_parameter', 'user_required'])

/** What a failed call answered, in words for people. A single fault, which is sent as the message alone, is a detail too. */
export function forPeople(body: FailureBody): FailureBody {
  const { error = '', code = '' } = body
  const isNamed = namesParameter.has(code)
  const named = isNamed ? parameterIn(error) : undefined
  const sent = body.details ?? (named === undefined ? [] : [{ path: named, message: error }])
  return {
    ...body,
    ...(isNamed ? { error: asSentence(error) } : {}),
    details: sent.map(({ path, message }) => ({ path, message: besideField(message), sentence: asSentence(message) })),
  }
}
