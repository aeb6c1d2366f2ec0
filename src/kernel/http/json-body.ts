import { isUtf8 } from '../node.ts'
import { Failure } from '../operation/contract/failures.ts'
import { httpMessages as messages } from './messages.ts'

const byteOrderMarkBytes = 3
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** An empty body equals `{}`; a missing content type counts as JSON. */
export function parseJsonBody(body: Buffer, contentType: string | undefined): unknown {
  if (body.length === 0) return {}
  if (contentType !== undefined && !jsonType.test(contentType.trim())) throw new Failure('unsupported_content_type')
  if (!isUtf8(body)) throw new Failure('invalid_json', { message: messages.bodyNotUtf8.of() })
  const start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? byteOrderMarkBytes : 0
  const text = body.toString('utf8', start)
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('invalid_json')
  }
}
