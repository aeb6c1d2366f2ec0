import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerMeasurements } from '../measured.ts'

/** The baseline of an effect: the same bytes, built once, are written to every socket. */
const sockets = new Set<Duplex>()
let seq = 0

const server = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const { overlay_id, data } = JSON.parse(Buffer.concat(chunks).toString()) as { overlay_id: string; data: object }
    const frame = frameOf(cueFor(overlay_id, data))
    for (const socket of sockets) socket.write(frame)
    const body = '{"success":true}'
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    res.end(body)
  })
})
server.on('upgrade', (_req, socket) => {
  sockets.add(socket)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => sockets.delete(socket))
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  // The hello and other messages of a page.
  socket.once('data', () => socket.write(frameOf({ type: 'welcome' })))
  socket.resume()
})
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  answerMeasurements(typeof address === 'object' && address !== null ? address.port : 0)
})
process.once('SIGTERM', () => process.exit(0))

/** The same length as the real message. */
function cueFor(overlayId: string, data: object) {
  const userstate = {
    platform: 'PlatformA',
    user_id: 'kick-1',
    username: 'streamer',
    displayname: 'Streamer',
    roles: ['broadcaster'],
    is_broadcaster: true,
    is_api: true,
  }
  const payload = {
    action: 'trigger',
    overlay_id: overlayId,
    effect_type: 'confetti',
    effect_settings: { pieces: 150, seconds: 6 },
    data: { ...data, userstate },
  }
  return {
    type: 'cue',
    id: 'effect_00000000000000000000',
    seq: ++seq,
    kind: 'effect',
    overlayId,
    payload,
    expiresAt: Date.now(),
  }
}

function frameOf(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  const head = text.length < 126 ? [0x81, text.length] : [0x81, 126, text.length >> 8, text.length & 0xff]
  return Buffer.concat([Buffer.from(head), text])
}
