import { connect, type Socket } from 'node:net'
import { untilTaken } from '../call-over.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const patienceMs = 20_000

/**
 * A client that sends whatever bytes it is given, one request at a time on each connection. It rejects when the
 * connection ends without an answer, or when none comes in time.
 */
export function createRawClient(port: number, connections: number) {
  const idle: Socket[] = []
  const waiting: (() => void)[] = []
  let open = 0

  async function take(): Promise<Socket> {
    while (open >= connections && idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    const ready = idle.pop()
    if (ready !== undefined) return ready
    open++
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        socket.off('error', reject)
        resolve(socket)
      })
      socket.once('error', reject)
      socket.on('error', () => {})
    })
  }

  function giveBack(socket: Socket, isReusable: boolean): void {
    if (isReusable && !socket.destroyed) idle.push(socket)
    else {
      socket.destroy()
      open--
    }
    waiting.shift()?.()
  }

  /** `alone`: bytes that may leave the connection in no state to be used again. */
  async function send(bytes: Buffer, alone: boolean): Promise<RawAnswer> {
    const socket = await take()
    try {
      const answer = await exchange(socket, bytes)
      giveBack(socket, !alone && answer.headers.connection !== 'close')
      return answer
    } catch (error) {
      giveBack(socket, false)
      throw error
    }
  }

  return {
    send,

    /** One call of an operation. */
    async call(
      operation: string,
      key: string,
      body: string,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<RawAnswer> {
      const bytes = callBytes(operation, key, body, headers)
      return untilTaken(() => send(bytes, false), codeOf)
    },

    close(): void {
      for (const socket of idle) socket.destroy()
    },
  }
}

function codeOf({ status, body }: RawAnswer): string | undefined {
  return status === 200 ? undefined : (JSON.parse(body) as { code?: string }).code
}

function callBytes(operation: string, key: string, body: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = [
    `POST /v1/${operation} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Authorization: Bearer ${key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

function exchange(socket: Socket, bytes: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const isHead = bytes.indexOf('HEAD ') === 0
    const timer = setTimeout(() => end(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
    const onClose = () => end(new Error(`the connection ended without an answer: ${received.toString().slice(0, 200)}`))
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      if (received.indexOf('HTTP/1.1 100 ') === 0) received = received.subarray(received.indexOf('\r\n\r\n') + 4)
      const answer = parseAnswer(received, isHead)
      if (answer !== undefined) end(answer)
    }
    function end(outcome: RawAnswer | Error): void {
      clearTimeout(timer)
      socket.off('close', onClose).off('data', onData)
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    socket.on('close', onClose).on('data', onData)
    socket.write(bytes)
  })
}

/** The answer once it is whole. */
function parseAnswer(received: Buffer, isHead: boolean): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = isHead ? 0 : Number(headers['content-length'] ?? 0)
  if (received.length < end + 4 + length) return undefined
  return { status: Number(first.split(' ')[1]), headers, body: received.subarray(end + 4, end + 4 + length).toString() }
}
