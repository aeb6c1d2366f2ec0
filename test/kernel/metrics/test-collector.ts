import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { decodeJson, decodeProtobuf, type OtlpRequest } from './otlp-decoder.ts'

export interface Received extends OtlpRequest {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** An OpenTelemetry collector of our own. While `hold` is set it takes requests and does not answer them. */
export async function createTestCollector() {
  const received: Received[] = []
  let held: Promise<void> | undefined
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const plain = req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    const isJson = req.headers['content-type'] === 'application/json'
    received.push({ path: req.url, headers: req.headers, ...(isJson ? decodeJson(plain) : decodeProtobuf(plain)) })
    await held
    res.writeHead(200, { 'Content-Type': req.headers['content-type'] ?? '' }).end(isJson ? '{}' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
