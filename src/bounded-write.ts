import type { Writable } from 'node:stream'

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
