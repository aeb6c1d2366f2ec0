import { setTimeout as delay } from 'node:timers/promises'
import type { TestAnswer } from './test-answer.ts'

const patienceMs = 60_000
const askAgainMs = 200

/** One call of a server that is a process of its own. */
export async function callOver(
  url: string,
  key: string,
  operation: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<TestAnswer> {
  async function send(): Promise<TestAnswer> {
    const response = await fetch(`${url}/v1/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return untilTaken(send, (answer) => answer.body.code)
}

/**
 * Sends a call again for as long as it is refused because the server is late. On a machine that is busy with something
 * else any server may be, and then nothing was done.
 */
export async function untilTaken<Answer>(
  send: () => Promise<Answer>,
  codeOf: (answer: Answer) => string | undefined,
): Promise<Answer> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await send()
    if (codeOf(answer) !== 'overloaded') return answer
    if (performance.now() - startedAt > patienceMs) throw new Error(`the server was late for ${patienceMs / 1000} s`)
    await delay(askAgainMs)
  }
}
