import { createServer } from '../node.ts'
import { Failure } from '../operation/contract/failures.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { sendMetrics } from './pages/metrics-pages.ts'
import { requestIdOf } from './request-id.ts'
import { closedPolicy, endWithFailure, sendFailure } from './response.ts'

/** Serves the metrics on a separate port, for a Prometheus on another machine. */
export function createMetricsServer({ text, hosts }: { text: () => string; hosts: AllowedHosts }) {
  // Node would answer a missing Host header without our failure body.
  const options = { headersTimeout: 5_000, requestTimeout: 5_000, requireHostHeader: false }
  const server = createServer(options, (req, res) => {
    const requestId = requestIdOf(req)
    const refusal = hosts.refusal(req)
    if (refusal !== undefined) return sendFailure(res, refusal, requestId)
    if (req.method !== 'GET' || req.url !== '/metrics') return sendFailure(res, new Failure('not_found'), requestId)
    res.setHeader('X-Request-Id', requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('Content-Security-Policy', closedPolicy)
    sendMetrics(res, text())
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) endWithFailure(socket, new Failure('invalid_request'), requestIdOf())
    else socket.destroy()
  })
  return {
    listen({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(typeof address === 'object' && address !== null ? address.port : port)
        })
      })
    },
    async close(): Promise<void> {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
