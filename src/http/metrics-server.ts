import { createServer } from '../node-http.ts'
import { sendMetrics } from './pages/metrics-pages.ts'

/** Serves the metrics on a separate port, for a Prometheus on another machine. */
export function createMetricsServer(text: () => string) {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (req, res) => {
    if (req.method === 'GET' && req.url === '/metrics') sendMetrics(res, text())
    else res.writeHead(404).end()
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
