import type { ServerResponse } from 'node:http'
import type { PageRoute } from '../server.ts'

/** `healthz`: the process is alive. `readyz`: it accepts requests; 503 while draining, for load balancers. */
export function createHealthPages(isReady: () => boolean): PageRoute[] {
  return [
    { method: 'GET', path: '/healthz', handle: (_req, res) => send(res, 200, 'ok') },
    {
      method: 'GET',
      path: '/readyz',
      handle: (_req, res) => (isReady() ? send(res, 200, 'ready') : send(res, 503, 'not ready')),
    },
  ]
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(`${text}\n`)
}
