export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
}

/** The status that a test expects of a call. `'any'` is for a test that looks at the status itself. */
export type ExpectedStatus = number | 'any'

export async function readAnswer(
  what: string,
  response: Pick<Response, 'status' | 'headers' | 'json'>,
  expected: ExpectedStatus,
): Promise<TestAnswer> {
  const body: unknown = await response.json()
  const answer = {
    status: response.status,
    get headers() {
      return response.headers
    },
    body,
  }
  return expectStatus(what, answer, expected)
}

/**
 * An answer with another status than expected fails the test where the call was made, with what the server
 * said: otherwise a call that only prepares a test could be refused, and the test would prove nothing.
 */
export function expectStatus(what: string, answer: TestAnswer, expected: ExpectedStatus): TestAnswer {
  if (expected === 'any' || answer.status === expected) return answer
  throw new Error(`${what} answered ${answer.status} instead of ${expected}: ${JSON.stringify(answer.body)}`)
}
