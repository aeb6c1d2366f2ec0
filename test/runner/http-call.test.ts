import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { httpCall } from '../http-call.ts'

describe('a call of a test', () => {
  let server: Server
  let url: string
  let connections = 0
  before(async () => {
    server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
      if (req.url === '/cut') {
        res.writeHead(200, { 'Content-Length': '100' })
        res.write('{"half":', () => res.destroy())
        return
      }
      res.setHeader('Set-Cookie', ['a=1', 'b=2'])
      let text = ''
      req.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      req.on('end', () => res.end(JSON.stringify({ method: req.method, type: req.headers['content-type'], text })))
    })
    server.on('connection', () => connections++)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  it('sends and reads what fetch would, and the next one uses the same connection', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const first = await httpCall(`${url}/`, { headers, body: 'größer' })
    assert.deepEqual(await first.json(), { method: 'POST', type: 'text/plain', text: 'größer' })
    assert.deepEqual([first.status, first.headers.getSetCookie()], [200, ['a=1', 'b=2']])
    const got = await httpCall(`${url}/`, { method: 'GET', headers: {} })
    assert.deepEqual(await got.json(), { method: 'GET', text: '' })
    assert.equal(connections, 1)
  })

  it('fails when an answer is cut off, and when nobody listens', async () => {
    await assert.rejects(httpCall(`${url}/cut`, { headers: {} }), { code: 'ECONNRESET' })
    await assert.rejects(httpCall('http://127.0.0.1:9/', { headers: {} }), { code: 'ECONNREFUSED' })
  })

  it('does not keep a process from ending, though its connection is kept open', async () => {
    const module = JSON.stringify(new URL('../http-call.ts', import.meta.url).href)
    const program = `const { httpCall } = await import(${module})
      console.log((await httpCall(${JSON.stringify(`${url}/`)}, { headers: {} })).status)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => (printed += chunk))
    const [status] = await once(child, 'close')
    assert.deepEqual([status, printed], [0, '200\n'])
  })
})
