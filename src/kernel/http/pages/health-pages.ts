import type { ServerResponse } from 'node:http'
import { readinessPath } from '../balancer-checks.ts'
import type { PageRoute } from '../page-route.ts'

/**
 * `healthz`: the process is alive. `readyz`: it accepts requests; for load balancers 503 and the reason while it shuts
 * down, or while the database is gone or damaged or its disk is full.
 */
export function createHealthPages(whyNotReady: () => string | undefined): PageRoute[] {
  return [
    { method: 'GET', path: '/healthz', handle: (_req, res) => send(res, 200, 'ok') },
    {
      method: 'GET',
      path: readinessPath,
      handle(_req, res) {
        const reason = whyNotReady()
        if (reason === undefined) send(res, 200, 'ready')
        else send(res, 503, `not ready: ${reason}`)
      },
    },
  ]
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(`${text}\n`)
}
