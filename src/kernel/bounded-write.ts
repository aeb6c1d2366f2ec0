import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Who catches up and has not read what was sent by then is disconnected. */
const catchUpTimeoutMs = 30_000

/** Writes to a connection or a response that may be slow. Who does not read is disconnected before it fills our memory. */
export function writeBounded(
  stream: Writable,
  data: string | Buffer,
  maxBufferedBytes: number,
  encoding: 'latin1' | 'utf8' = 'utf8',
): void {
  if (stream.writableLength > maxBufferedBytes) stream.destroy()
  else if (!stream.writableEnded && !stream.destroyed) stream.write(data, encoding)
}

/**
 * While a client catches up: waits until it has read what was sent, so that no more waits in memory than Node buffers
 * anyway. False when the connection has ended.
 */
export async function waitForRoom(stream: Writable): Promise<boolean> {
  if (!stream.writableNeedDrain) return stream.writable
  const timeout = AbortSignal.timeout(catchUpTimeoutMs)
  const closed = new AbortController()
  const stop = () => closed.abort()
  stream.once('close', stop)
  await once(stream, 'drain', { signal: AbortSignal.any([timeout, closed.signal]) }).catch(() => {})
  stream.off('close', stop)
  if (timeout.aborted) stream.destroy()
  return stream.writable
}
