import type { ServerResponse } from 'node:http'
import { writeBounded } from '../kernel/bounded-write.ts'

const heartbeatMs = 15_000
const maxBufferedBytes = 1024 * 1024

/** Begins an answer to the command line that lasts: one JSON text per line, and empty lines as heartbeats. */
export function openLineStream(res: ServerResponse): (line: string) => void {
  const write = (line: string) => writeBounded(res, `${line}\n`, maxBufferedBytes)
  res.writeHead(200, { 'Content-Type': 'application/jsonl' })
  const heartbeat = setInterval(() => write(''), heartbeatMs)
  res.once('close', () => clearInterval(heartbeat))
  return write
}
