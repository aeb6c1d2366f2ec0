import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Posted {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** One call of an operation. Rejects when the connection ends without a whole answer, or none comes in time. */
export function post(
  to: { readonly agent: Agent; readonly port: number; readonly timeoutMs: number },
  operation: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Posted> {
  const { agent, port, timeoutMs } = to
  const sent = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const req = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/v1/${operation}`,
        timeout: timeoutMs,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) },
      },
      (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        res.on('error', reject)
        res.on('close', () => {
          if (res.complete) resolve({ status: res.statusCode ?? 0, headers: res.headers, text })
          else reject(new Error('cut off'))
        })
      },
    )
    req.on('timeout', () => req.destroy(new Error(`no answer within ${timeoutMs} ms`)))
    req.on('error', reject)
    req.end(sent)
  })
}
