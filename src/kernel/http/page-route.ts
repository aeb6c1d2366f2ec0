import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerRequest } from './request.ts'

export interface RequestInfo {
  readonly requestId: string
  readonly address: string
  readonly url: URL
  /** The response stays open from now on, and no longer counts as a request under way. */
  stayOpen(): void
  /** The head is sent, and the rest is written to the connection itself, which needs no HTTP any more. */
  leaveConnection(): Socket | null
}

/** A page or call beside the operations. A path that ends in `/*` takes everything below it. */
export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The response stays open, so it does not count as a request under way. */
  readonly isStream?: boolean
  handle(req: ServerRequest, res: ServerResponse, info: RequestInfo): Promise<void> | void
}
