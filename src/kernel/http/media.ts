import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

interface Part {
  readonly start: number
  /** Included. */
  readonly end: number
}

/** Sends a file to a media element, with range requests for seeking. */
export async function sendMediaFile(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { size, mtimeMs } = await stat(path)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  res.setHeader('ETag', etag)
  const part = head(req, res, size, type, 'max-age=86400', etag)
  if (part !== undefined) await pipeline(createReadStream(path, part), res).catch(ignoreAbort)
}

/** The same from memory. The address is the only protection, so the answer is not cached. */
export async function sendMediaBytes(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: Buffer,
  type: string,
): Promise<void> {
  const part = head(req, res, bytes.length, type, 'no-store')
  if (part !== undefined)
    await pipeline(Readable.from([bytes.subarray(part.start, part.end + 1)]), res).catch(ignoreAbort)
}

/** Several files one after the other, each as soon as it is there. Their headers say where each one ends. */
export async function sendMediaParts(res: ServerResponse, parts: AsyncIterable<Buffer>): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  await pipeline(Readable.from(parts), res).catch(ignoreAbort)
}

/** Writes the head and returns the range to send; undefined when there is no body. */
function head(
  req: IncomingMessage,
  res: ServerResponse,
  size: number,
  type: string,
  caching: string,
  etag?: string,
): Part | undefined {
  if (etag !== undefined && req.headers['if-none-match'] === etag) {
    res.writeHead(304, { 'Cache-Control': caching }).end()
    return undefined
  }
  // A part of a file that has changed since would not go with the parts the browser has.
  const hasChanged = req.headers['if-range'] !== undefined && req.headers['if-range'] !== etag
  const range = hasChanged ? undefined : req.headers.range
  const requested = range === undefined ? undefined : partOf(range, size)
  const common = {
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': caching,
  }
  if (range !== undefined && requested === undefined) {
    res.writeHead(416, { ...common, 'Content-Range': `bytes */${size}` }).end()
    return undefined
  }
  const part = requested ?? { start: 0, end: size - 1 }
  res.writeHead(requested === undefined ? 200 : 206, {
    ...common,
    'Content-Length': part.end - part.start + 1,
    ...(requested === undefined ? {} : { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
  })
  if (req.method !== 'HEAD') return part
  res.end()
  return undefined
}

/** A single range, as media elements send it. */
function partOf(range: string, size: number): Part | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range)
  if (match === null || size === 0) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}

/** The client closed the connection before the end, which is not an error. */
function ignoreAbort(): void {}
