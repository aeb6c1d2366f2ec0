import { createServer } from 'node:http'
import { answerMeasurements } from './measured.ts'

/** The baseline: a node:http server that parses a JSON body and sends it back. */
const server = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()))
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    res.end(body)
  })
})
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  answerMeasurements(typeof address === 'object' && address !== null ? address.port : 0)
})
