import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '../eventually.ts'

export interface Delivered {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
  readonly event: any
  readonly status: number
}

/** The server of somebody who receives webhooks. `answer` decides on the status of each delivery; 0 breaks it off. */
export async function startReceiver(
  answer: (delivered: Omit<Delivered, 'status'>) => number | Promise<number> = () => 204,
) {
  const deliveries: Delivered[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', async () => {
      const text = Buffer.concat(chunks).toString()
      const received = { headers: req.headers, text, event: JSON.parse(text) }
      const status = await answer(received)
      deliveries.push({ ...received, status })
      if (status === 0) req.socket.destroy()
      else
        res.writeHead(status, status === 302 ? { Location: 'http://127.0.0.1:1/' } : {}).end('a body that nobody reads')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    deliveries,
    accepted: () => deliveries.filter(({ status }) => status >= 200 && status < 300),
    until: (count: number) => eventually(`${count} deliveries`, () => deliveries.length >= count),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/**
 * Verifies a signature as the text of Standard Webhooks 1.0 says ("Verifying webhook authenticity"): HMAC-SHA256 of
 * `id.timestamp.body`, any of the signatures separated by spaces, not older than five minutes. `npm run test:clients`
 * does the same with the library of that project.
 */
export function isSigned(
  { headers, text }: Pick<Delivered, 'headers' | 'text'>,
  secret: string,
  nowMs: number,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest()
  return String(signatures)
    .split(' ')
    .some((one) => {
      const [version, value = ''] = one.split(',')
      const given = Buffer.from(value, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}
