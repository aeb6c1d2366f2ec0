import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { needs } from '../declare.ts'
import { sendRaw } from '../kernel/http/raw-request.ts'
import { startBalancer } from './nodes.ts'

needs('haproxy')

describe('the shipped load balancer', () => {
  const node = createServer((req, res) => res.end(JSON.stringify(req.headers)))
  let balancer: Awaited<ReturnType<typeof startBalancer>>
  before(async () => {
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    balancer = await startBalancer([{ port: (node.address() as AddressInfo).port }])
  })
  after(async () => {
    await balancer?.stop()
    node.close()
  })

  it('replaces the addresses that a caller claims to come from, and keeps the host name', async () => {
    const port = Number(new URL(balancer.url).port)
    const claimed = ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 203.0.113.8, 127.0.0.1']
    const lines = ['GET / HTTP/1.1', 'Host: show.example', ...claimed, 'Connection: close']
    const answer = await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`)
    const seen = JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? '{}')
    assert.deepEqual([seen['x-forwarded-for'], seen.host], ['127.0.0.1', 'show.example'])
  })
})
