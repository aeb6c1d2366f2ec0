import type { IncomingMessage } from 'node:http'
import { Failure } from '../contract/failures.ts'

/** A form of ours is sent from a page of ours. Browsers say where from; whoever does not say is turned away. */
export function requireSameOrigin(req: IncomingMessage): void {
  const site = req.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === undefined && isOwnOrigin(req)) return
  throw new Failure('foreign_origin')
}

/** For sockets and older browsers: the origin's host is the one that was asked for. */
export function isOwnOrigin(req: IncomingMessage): boolean {
  const { origin, host } = req.headers
  return origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
