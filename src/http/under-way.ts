import { ServerResponse } from '../node-http.ts'
import type { ServerRequest } from './request.ts'

/** An answer that knows its place among those under way. */
export class PlacedResponse extends ServerResponse<ServerRequest> {
  place = 0
}

/**
 * The answers that are being worked on, in no order. A set would do, but it makes a new table every few dozen calls, and
 * each table that is let go of keeps what stood in it, and the next one, in memory until all of memory is looked through.
 */
export function createUnderWay() {
  const list: PlacedResponse[] = []
  return {
    list: list as readonly PlacedResponse[],
    add(res: PlacedResponse): void {
      res.place = list.push(res) - 1
    },
    remove(res: PlacedResponse): void {
      const last = list.pop()
      if (last === undefined || last === res) return
      list[res.place] = last
      last.place = res.place
    },
  }
}
