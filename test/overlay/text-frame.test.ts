import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from '../../src/kernel/gateway/text-frame.ts'

it('texts of every length arrive whole, in order, beside what the library writes itself', async () => {
  const texts = [0, 1, 125, 126, 65_535, 65_536, 100_000].flatMap((length) => [
    'x'.repeat(length),
    'ß'.repeat(length / 2),
  ])
  const http = createServer()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  http.on('upgrade', (req, wire, head) => {
    sockets.handleUpgrade(req, wire, head, (webSocket) => {
      for (const text of texts) {
        wire.write(textFrame(text))
        webSocket.send('between')
      }
      webSocket.close()
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const got: string[] = []
  client.on('message', (data) => got.push(String(data)))
  await once(client, 'close')
  http.close()
  assert.deepEqual(
    got,
    texts.flatMap((text) => [text, 'between']),
  )
})
