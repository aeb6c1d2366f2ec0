import { once } from 'node:events'
import { connect } from 'node:net'
import { refusalOf, statusOf } from '../refusal.ts'

const answerMs = 20_000

/** One kept-alive connection on which calls are made one after the other: nothing is set up when a button is pressed. */
export async function openCaller(port: number, keys: readonly string[]) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let calls = 0

  /** Sends the request at once; resolves with the response, which must be a 200. */
  async function press(operation: string, input: object): Promise<void> {
    const body = JSON.stringify(input)
    const head = [
      `POST /v1/${operation} HTTP/1.1`,
      'Host: 127.0.0.1',
      // Every call has another key, so that none reaches its limit.
      `Authorization: Bearer ${keys[calls++ % keys.length]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(answerMs) })) as [Buffer]
    const text = answer.toString()
    if (statusOf(text) !== 200) throw refusalOf(operation, statusOf(text), text)
  }

  // A connection without a first request is closed after some seconds.
  await press('list-effects', {})
  return { press, close: () => void socket.destroy() }
}

export type Caller = Awaited<ReturnType<typeof openCaller>>
