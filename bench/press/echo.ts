import { WebSocketServer } from 'ws'
import { answerMeasurements } from '../measured.ts'

/** A bare WebSocket server that sends every message back: the shortest way there and back over the same library. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data) => socket.send(data, { binary: false }))
  socket.on('error', () => socket.terminate())
})
server.on('listening', () => {
  const address = server.address()
  answerMeasurements(typeof address === 'object' && address !== null ? address.port : 0)
})
process.once('SIGTERM', () => process.exit(0))
