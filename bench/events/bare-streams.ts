import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { answerMeasurements } from '../measured.ts'

/** The baseline of events: the same bytes, built once, are written to every socket. Nothing is stored. */
const sockets = new Set<Socket>()
let seq = 0

const server = createServer((req, res) => {
  if (req.method === 'GET') {
    const { socket } = req
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nid: 1-0\n\n')
    return
  }
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const { value } = JSON.parse(Buffer.concat(chunks).toString()) as { value: string }
    const frame = frameOf(value)
    for (const socket of sockets) socket.write(frame)
    const body = '{"success":true}'
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    res.end(body)
  })
})
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  answerMeasurements(typeof address === 'object' && address !== null ? address.port : 0)
})
process.once('SIGTERM', () => process.exit(0))

/** The same length as the real event. */
function frameOf(value: string): Buffer {
  const id = `1-${String(++seq).padStart(12, '0')}`
  const data = { name: 'bench', type: 'text', change: 'set', value, previous_value: value }
  const created_at = new Date().toISOString()
  const event = { id, type: 'value.changed', platform: null, created_at, is_test: false, data }
  return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)
}
