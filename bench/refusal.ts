/**
 * The error for a response that is no result. A refusal is cheaper than a result, so it never counts as an answer: the
 * part ends with this sentence instead.
 */
export function refusalOf(path: string, status: number, answer: string): Error {
  if (status !== 429) return new Error(`${path} responded with ${status} instead of 200: ${answer.slice(0, 600)}`)
  return new Error(
    `${path} responded with 429: a key of the load reached its limit. The part ends without figures, because a refusal is cheaper than a result: the load needs more keys for a machine this fast.`,
  )
}

/** The status of a response as it came over the socket. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}
