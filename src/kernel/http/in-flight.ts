import { ServerResponse } from '../node.ts'
import type { Failure } from '../operation/contract/failures.ts'
import type { HttpConnection } from './http-connection.ts'
import type { ServerRequest } from './request.ts'
import { type HeaderLines, header } from './response.ts'

/** Where a request is on its way through the admission control. */
export type RequestStage = 'new' | 'waiting' | 'queued' | 'started' | 'released' | 'refused' | 'closed'

/** A response that knows its index in the list of responses in flight, its connection and its stage. */
export class TrackedResponse extends ServerResponse<ServerRequest> {
  index = 0
  stage: RequestStage = 'new'
  waitingSince = 0
  origin: HttpConnection<TrackedResponse> | undefined = undefined
  /** Called when a failure is sent, whichever route sends it. */
  onFailure: ((failure: Failure, requestId: string) => void) | undefined = undefined

  /** Lines that every answer has. */
  get commonLines(): HeaderLines {
    return ''
  }
}

/** One year. */
export const strictTransport = 'max-age=31536000'
export const strictTransportLine = header('Strict-Transport-Security', strictTransport)

/** For a server whose public address is https: browsers then never try http. */
export class SecureResponse extends TrackedResponse {
  override get commonLines(): HeaderLines {
    return strictTransportLine
  }
}

/**
 * The responses in flight, in no order. An array with swap-removal instead of a `Set`: under load a `Set` allocates a new
 * table every few dozen calls, and old tables keep their entries alive until a full garbage collection.
 */
export function createInFlightList() {
  const list: TrackedResponse[] = []
  return {
    list: list as readonly TrackedResponse[],
    add(res: TrackedResponse): void {
      res.index = list.push(res) - 1
    },
    remove(res: TrackedResponse): void {
      const last = list.pop()
      if (last === undefined || last === res) return
      list[res.index] = last
      last.index = res.index
    },
  }
}
