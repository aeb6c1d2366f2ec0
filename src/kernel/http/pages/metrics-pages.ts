import type { ServerResponse } from 'node:http'
import { Failure } from '../../operation/contract/failures.ts'
import { isLoopbackAddress } from '../contract/loopback.ts'
import type { PageRoute } from '../page-route.ts'

/**
 * Metrics for a Prometheus on this machine. Behind a proxy every request seems to come from this machine, so the page is
 * switched off there: `SHOWCALLER_METRICS` serves the metrics on a separate port.
 */
export function createMetricsPages(needs: { text: () => string; isBehindProxy: boolean }): PageRoute[] {
  if (needs.isBehindProxy) return []
  return [
    {
      method: 'GET',
      path: '/metrics',
      handle(req, res, { address }) {
        if (!isLoopbackAddress(address) || req.headers['x-forwarded-for'] !== undefined) throw new Failure('not_found')
        sendMetrics(res, needs.text())
      },
    },
  ]
}

export function sendMetrics(res: ServerResponse, text: string): void {
  res
    .writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(text)
}
