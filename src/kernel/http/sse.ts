import type { ServerResponse } from 'node:http'
import { writeBounded } from '../bounded-write.ts'

/** Who reads more slowly than events happen is disconnected, reconnects and gets what it missed. */
export const maxBufferedBytes = 512 * 1024

/** Begins a stream of server-sent events. The end of the connection is the end of the stream. */
export function openEventStream(res: ServerResponse): { write(data: string | Buffer): void } {
  // Without chunks an event is one write.
  res.removeHeader('Transfer-Encoding')
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
  return { write: (data) => writeEvent(res, data) }
}

/** To the connection itself once the head is sent: what a response does besides takes half of the time of a write. */
function writeEvent(res: ServerResponse, data: string | Buffer): void {
  const { socket } = res
  if (socket !== null && !res.writableEnded && !res.destroyed) writeBounded(socket, data, maxBufferedBytes)
}
