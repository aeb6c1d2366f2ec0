import type { IncomingMessage } from 'node:http'
import { Failure } from '../operation/contract/failures.ts'

/** Protects against cross-site request forgery: requests of another origin, or without one, are refused. */
export function requireSameOrigin(req: IncomingMessage): void {
  const site = req.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === undefined && isOwnOrigin(req)) return
  throw new Failure('foreign_origin')
}

/** For WebSockets and older browsers: the host of the origin is the host of the request. */
export function isOwnOrigin(req: IncomingMessage): boolean {
  const { origin, host } = req.headers
  return origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
