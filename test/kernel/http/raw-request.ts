import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends bytes as they are and answers with everything that came back until the server closed the connection. */
export function sendRaw(port: number, bytes: string | Buffer, patienceMs = 60_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes))
    const all = () => Buffer.concat(chunks).toString()
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the server kept the connection open; so far: ${all().slice(0, 300)}`))
    }, patienceMs)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(all())
    })
  })
}

/** Answers with a Content-Length, one after the other, as they stand in what a connection received. */
export function parseAnswers(received: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = Buffer.from(received)
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`no end of the headers in: ${rest.toString().slice(0, 300)}`)
    const [first = '', ...lines] = rest.subarray(0, end).toString().split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const body = rest.subarray(end + 4, end + 4 + length).toString()
    answers.push({ status: Number(first.split(' ')[1]), headers, body })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}
