import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Failure } from '../contract/failures.ts'

export const maxBodyBytes = 256 * 1024
/** The rest of a body above the limit is read on without being kept, so that the caller hears why; up to here. */
const maxIgnoredBytes = 8 * 1024 * 1024

/** The whole body. Rejects when it is too large or the caller goes away. */
export function readBody(req: IncomingMessage, limit = maxBodyBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let ended = false
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else reject(new Failure('body_too_large'))
      if (size > maxIgnoredBytes) req.destroy()
    })
    req.on('end', () => {
      ended = true
      if (size <= limit) resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    })
    req.on('error', (error) => reject(new Failure('invalid_request', { cause: error })))
    // Every request is closed in the end; only before its end does it mean that the caller has gone.
    req.on('close', () => {
      if (!ended) reject(new Failure('invalid_request'))
    })
  })
}

const byteOrderMarkBytes = 3
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** An empty body equals `{}`; a missing content type counts as JSON. */
export function parseJsonBody(body: Buffer, contentType: string | undefined): unknown {
  if (body.length === 0) return {}
  if (contentType !== undefined && !jsonType.test(contentType.trim())) throw new Failure('unsupported_content_type')
  if (!isUtf8(body)) throw new Failure('invalid_json', { message: 'The body is not valid UTF-8.' })
  const start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? byteOrderMarkBytes : 0
  const text = body.toString('utf8', start)
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('invalid_json')
  }
}
