import type { ServerResponse } from 'node:http'
import type { PageRoute } from '../server.ts'

/** `healthz`: the process is alive. `readyz`: it can serve; 503 while it drains, so that balancers look elsewhere. */
export function createHealthPages(isReady: () => boolean): PageRoute[] {
  return [
    { method: 'GET', path: '/healthz', handle: (_req, res) => tell(res, 200, 'ok') },
    {
      method: 'GET',
      path: '/readyz',
      handle: (_req, res) => (isReady() ? tell(res, 200, 'ready') : tell(res, 503, 'not ready')),
    },
  ]
}

function tell(res: ServerResponse, status: number, words: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(`${words}\n`)
}
