import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { createOutgoing, maxOutgoingAnswerBytes, type OutgoingRequest } from '../../src/platforms/calls/outgoing.ts'
import { isPublicAddress } from '../../src/platforms/calls/outgoing-addresses.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

describe('a call of an address that a person entered', () => {
  const requests: IncomingMessage[] = []
  let port = 0
  let handle: Handler = (_request, response) => response.end('hello')
  const server = createServer((request, response) => {
    requests.push(request)
    handle(request, response)
  })
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  /** A resolver in place of the DNS: each name has the addresses of this table. */
  const names: Record<string, readonly string[]> = {
    'api.example.org': ['127.0.0.1'],
    'inside.example.org': ['10.0.0.7'],
    'mixed.example.org': ['93.184.215.14', '169.254.169.254'],
    'six.example.org': ['fd00::7'],
    'none.example.org': [],
  }
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    const found = names[host]
    if (found === undefined) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const strict = createOutgoing({ resolve })
  /** The test's own server is on loopback, which the operator of this one allows. */
  const open = createOutgoing({ resolve, allow: ['127.0.0.0/8'] })
  const hasty = createOutgoing({ resolve, allow: ['127.0.0.0/8'], timeoutMs: 300 })
  const at = (path: string) => `http://api.example.org:${port}${path}`
  const get = (url: string, more: Partial<OutgoingRequest> = {}) => open.send({ method: 'GET', url, ...more })

  async function refusalOf(url: string, outgoing = strict, more: Partial<OutgoingRequest> = {}) {
    const error = await outgoing.send({ method: 'GET', url, ...more }).then(
      () => assert.fail(`${url} was called`),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof Failure, String(error))
    return { code: error.code, message: error.message }
  }

  it('reaches nothing but public addresses, however they are written', async () => {
    const before = requests.length
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0',
      '10.1.2.3',
      '172.31.255.1',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.169.254',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[ff02::1]',
      '[2001:db8::1]',
    ]) {
      const { code, message } = await refusalOf(`http://${host}:${port}/`)
      assert.equal(code, 'destination_not_allowed', host)
      assert.match(message, /is not a public address\. The operator can allow it with SHOWCALLER_OUTGOING_ALLOW\.$/)
    }
    assert.equal(requests.length, before)
    for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14']) {
      assert.ok(isPublicAddress(address), address)
    }
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
    assert.ok(own.length > 0 && own.every((address) => !isPublicAddress(address)), 'addresses of this machine')
  })

  it('reaches no name that has a private address, not even among public ones', async () => {
    for (const host of ['inside.example.org', 'mixed.example.org', 'six.example.org', 'INSIDE.example.org.']) {
      assert.equal((await refusalOf(`http://${host}/`)).code, 'destination_not_allowed', host)
    }
    for (const host of ['none.example.org', 'unknown.example.org']) {
      assert.equal((await refusalOf(`http://${host}/`)).message, `url: there is no host ${host}.`)
    }
  })

  it('resolves a name once and connects to that very address, under its name', async () => {
    asked.length = 0
    // A name whose second answer is private: whoever asks twice is led there.
    let answers = 0
    const rebinding = createOutgoing({
      allow: ['127.0.0.1'],
      resolve: async () => [{ address: answers++ === 0 ? '127.0.0.1' : '10.0.0.7', family: 4 }],
    })
    const { body, host } = await rebinding.send({ method: 'GET', url: at('/once?a=1') })
    assert.deepEqual([body, host, answers], ['hello', 'api.example.org', 1])
    const { headers, url } = requests.at(-1) ?? assert.fail('nothing came')
    assert.deepEqual([headers.host, url], [`api.example.org:${port}`, '/once?a=1'])
  })

  it('is allowed by the operator by name, by address or by network, and nothing else is', async () => {
    const byName = createOutgoing({ resolve, allow: ['api.example.org'] })
    assert.equal((await byName.send({ method: 'GET', url: at('/') })).status, 200)
    assert.equal((await refusalOf(`http://127.0.0.1:${port}/`, byName)).code, 'destination_not_allowed')
    assert.equal((await open.send({ method: 'GET', url: `http://[::ffff:127.0.0.1]:${port}/` })).status, 200)
    assert.equal((await refusalOf('http://inside.example.org/', open)).code, 'destination_not_allowed')
  })

  it('goes to the hosts of the list alone', async () => {
    const listed = (...allowedHosts: string[]) => refusalOf(at('/'), open, { allowedHosts })
    for (const hosts of [[], ['example.org'], ['*.api.example.org'], ['api.example.org.evil.net'], ['not a host']]) {
      const { code, message } = await listed(...hosts)
      assert.deepEqual([code, message.split('.')[0]], ['destination_not_allowed', 'url: api'])
      assert.match(message, /is not on the list of allowed hosts/)
    }
    for (const allowedHosts of [['API.example.org'], ['*.example.org'], ['https://api.example.org/x']]) {
      assert.equal((await get(at('/'), { allowedHosts })).status, 200)
    }
  })

  it('takes http and https without credentials, and no path that leads elsewhere', async () => {
    for (const url of ['ftp://api.example.org/', 'file:///etc/passwd', 'javascript:1', 'not an address', '//x/']) {
      assert.equal((await refusalOf(url)).message, 'url must be an address that starts with https:// or http://.')
    }
    assert.match((await refusalOf('http://me:secret@api.example.org/')).message, /must not contain a user name/)
    for (const path of ['/users/../admin', '/users/..', '/users/%2e%2E/admin', '/./x', '/users/.%2e']) {
      assert.match((await refusalOf(at(path), open)).message, /must not contain \. or \.\./, path)
    }
    assert.equal((await get(at('/files/a..b?path=../x'))).status, 200)
  })

  it('sends method, headers and body, but no header that belongs to the connection', async () => {
    let body = ''
    handle = (request, response) => {
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.writeHead(201).end('made'))
    }
    const headers = { 'X-Token': 'abc', 'Content-Type': 'application/json' }
    const answer = await open.send({ method: 'PUT', url: at('/things'), headers, body: '{"name":"ü"}' })
    assert.deepEqual([answer.status, answer.body, body], [201, 'made', '{"name":"ü"}'])
    const sent = requests.at(-1) ?? assert.fail('nothing came')
    assert.deepEqual([sent.method, sent.headers['x-token'], sent.headers['content-length']], ['PUT', 'abc', '13'])
    for (const [name, value] of [
      ['Host', 'evil.example.org'],
      ['transfer-encoding', 'chunked'],
      ['Content-Length', '3'],
      ['Connection', 'keep-alive'],
      ['X Bad', '1'],
      ['X-Bad', 'a\r\nHost: evil'],
      ['X-Bad', '名'],
    ] as const) {
      assert.match((await refusalOf(at('/'), open, { headers: { [name]: value } })).message, /^headers: /)
    }
    handle = (_request, response) => response.end('hello')
  })

  it('follows no redirect', async () => {
    handle = (_request, response) => response.writeHead(302, { Location: 'http://127.0.0.1/' }).end()
    const before = requests.length
    const { code, message } = await refusalOf(at('/'), open)
    assert.equal(code, 'request_failed')
    assert.match(message, /^api\.example\.org answered with a redirect, which is not followed\./)
    assert.equal(requests.length, before + 1)
  })

  it('reads at most 64 KiB, whether or not the length is announced', async () => {
    const large = Buffer.alloc(maxOutgoingAnswerBytes + 1, 'x')
    handle = (_request, response) => response.end(large.subarray(1))
    assert.equal((await get(at('/'))).body.length, maxOutgoingAnswerBytes)
    handle = (_request, response) => response.end(large)
    assert.equal((await refusalOf(at('/'), open)).message, 'api.example.org answered with more than 64 KiB.')
    let isCut = false
    handle = (_request, response) => {
      response.on('close', () => {
        isCut = true
      })
      // Chunked and without an end.
      const more = () => {
        if (!response.destroyed) response.write(large, more)
      }
      more()
    }
    assert.equal((await refusalOf(at('/'), open)).message, 'api.example.org answered with more than 64 KiB.')
    while (!isCut) await new Promise((resolve) => setImmediate(resolve))
    handle = (_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x')
    assert.match((await refusalOf(at('/'), open)).message, /compressed/)
  })

  it('gives up on a host that does not answer, stops in the middle, or never ends', async () => {
    const late = 'api.example.org did not answer within 0.3 s.'
    handle = () => {}
    assert.equal((await refusalOf(at('/'), hasty)).message, late)
    handle = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '10' })
      response.write('slow')
    }
    assert.equal((await refusalOf(at('/'), hasty)).message, late)
    handle = (request) => request.socket.destroy()
    assert.equal((await refusalOf(at('/'), open)).message, 'api.example.org could not be reached.')
    const never = createOutgoing({ resolve: () => new Promise(() => {}), timeoutMs: 50 })
    assert.equal((await refusalOf(at('/'), never)).message, 'api.example.org did not answer within 0.05 s.')
    const stop = AbortSignal.abort()
    await assert.rejects(open.send({ method: 'GET', url: at('/') }, stop), Failure)
  })
})
