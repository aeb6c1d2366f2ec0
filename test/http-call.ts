import { Agent, type IncomingMessage, request } from 'node:http'

/** Gone before the server closes an idle connection, so that no call meets one that is being closed. */
const idleMs = 2000
const agent = new Agent({ keepAlive: true, timeout: idleMs })

interface CallRequest {
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What tests use of the `Response` of `fetch`. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  json(): Promise<unknown>
}

/** As `fetch` does it, for half of the processor time: tests make a hundred thousand calls. */
export async function httpCall(url: string, { method = 'POST', headers, body = '' }: CallRequest): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const length = method === 'GET' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const sent = request(url, { method, agent, headers: { 'User-Agent': 'node', ...length, ...headers } })
  sent.on('error', reject)
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => resolve(answerOf(response, chunks)))
  })
  sent.end(body)
  return promise
}

function answerOf(response: IncomingMessage, chunks: readonly Buffer[]): HttpAnswer {
  return {
    status: response.statusCode ?? 0,
    // Few tests look at them, and to make them takes as long as the rest.
    get headers() {
      const headers = new Headers()
      for (let at = 0; at < response.rawHeaders.length; at += 2)
        headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
      return headers
    },
    json: async () => JSON.parse(Buffer.concat(chunks).toString()),
  }
}
