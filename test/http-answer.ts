/** What tests use of the `Response` of `fetch`. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  json(): Promise<unknown>
}

export type IncomingAnswer = ReturnType<typeof startAnswer>

/** How its end is found: after so many bytes, with the last chunk, or when the connection ends (RFC 9112, section 6.3). */
type Ending = number | 'chunked' | 'with the connection'

/** Reads one answer of HTTP/1.1 as it arrives. */
export function startAnswer(method: string) {
  let head = ''
  let ending: Ending = 'with the connection'
  let body: Buffer = Buffer.alloc(0)

  return {
    /** Whether the answer is complete now. */
    add(chunk: Buffer): boolean {
      body = body.length === 0 ? chunk : Buffer.concat([body, chunk])
      if (head === '') {
        const end = body.indexOf('\r\n\r\n')
        if (end < 0) return false
        head = body.toString('latin1', 0, end)
        body = body.subarray(end + 4)
        ending = endingOf(head, method)
      }
      if (ending === 'chunked') return joinChunks(body) !== undefined
      return ending !== 'with the connection' && body.length >= ending
    },

    endsWithConnection: () => head !== '' && ending === 'with the connection',

    mayKeepConnection: () => ending !== 'with the connection' && !/^connection: *close/im.test(head),

    read(): HttpAnswer {
      const lines = head
      const content = ending === 'chunked' ? (joinChunks(body) ?? body) : body
      return {
        status: statusOf(lines),
        // Few tests look at them, and to make them takes as long as the rest.
        get headers() {
          const headers = new Headers()
          for (const line of lines.split('\r\n').slice(1)) {
            const colon = line.indexOf(':')
            headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
          }
          return headers
        },
        json: async () => JSON.parse(content.toString()),
      }
    },
  }
}

function statusOf(head: string): number {
  return Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
}

function endingOf(head: string, method: string): Ending {
  const status = statusOf(head)
  if (method === 'HEAD' || status === 204 || status === 304) return 0
  if (/^transfer-encoding: *chunked/im.test(head)) return 'chunked'
  const [, length] = /^content-length: *(\d+)/im.exec(head) ?? []
  return length === undefined ? 'with the connection' : Number(length)
}

/** Undefined while the last one, which is empty, is not there. */
function joinChunks(received: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = received.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(received.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    if (received.length < start + size + 2) return undefined
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(start, start + size))
    at = start + size + 2
  }
}
