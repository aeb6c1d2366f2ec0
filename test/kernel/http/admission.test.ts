import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { admissionLimits, createAdmission } from '../../../src/kernel/http/admission.ts'
import { TrackedResponse } from '../../../src/kernel/http/in-flight.ts'
import { ServerRequest } from '../../../src/kernel/http/request.ts'
import {
  StoppableConnection,
  type StopReport,
  stoppedCode,
  stopWorks,
} from '../../../src/kernel/http/stoppable-connection.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

const known = 'known'

/** A server that answers on demand, with the paths that were started, in their order. */
async function openServer(limits: Partial<typeof admissionLimits>) {
  const started: TrackedResponse[] = []
  const names: string[] = []
  const admission = createAdmission({
    limits,
    start(res) {
      started.push(res)
      names.push(res.req.url ?? '')
    },
    refuse(res, closes) {
      res.writeHead(502, closes ? { Connection: 'close' } : {}).end()
    },
    isKnown: ({ req }) => req.headers.authorization?.startsWith(known) === true,
  })
  const server = createServer({ IncomingMessage: ServerRequest, ServerResponse: TrackedResponse }, (_req, res) => {
    res.on('close', () => admission.closed(res))
    admission.arrive(res)
  })
  server.on('connection', (socket) => admission.connect(socket, true))
  server.on('clientError', (error: Error & StopReport & { code?: string }, socket) => {
    if (error.code === stoppedCode) admission.keep(socket, error)
    else socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets: Socket[] = []
  return {
    admission,
    names,
    hasStarted: () => started.length > 0,
    /** Answers the oldest, with the body that it received. */
    async answer(status = 200): Promise<void> {
      const res = started.shift()
      if (res === undefined) throw new Error('nothing was started')
      const body = await res.req.readBody().catch(() => Buffer.alloc(0))
      res.writeHead(status, { 'Content-Length': body.length }).end(body)
    },
    open() {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      sockets.push(socket)
      let received = ''
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        received += chunk
      })
      return {
        socket,
        bodies: () => [...received.matchAll(/\r\n\r\n(<[^>]*>)?/g)].map(([, body]) => body ?? ''),
        statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
      }
    },
    close(): void {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

function post(name: string, authorization = known): string {
  const body = `<body of ${name}>`
  return `POST /${name} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

const get = (name: string) => `GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`

describe('requests under way', () => {
  it('of one connection are limited; the others follow in order, with their bodies', async () => {
    const server = await openServer({ perConnection: 2 })
    try {
      const client = server.open()
      const wanted = Array.from({ length: 50 }, (_, index) => `r${index}`)
      client.socket.write(wanted.map((name) => post(name)).join(''))
      for (const [index] of wanted.entries()) {
        const expected = Math.min(wanted.length, index + 2)
        await eventually(`${expected} to be started`, () => server.names.length === expected)
        assert.ok(server.admission.load.waiting <= 1)
        await server.answer()
      }
      await eventually('all answers', () => client.bodies().length === wanted.length)
      assert.deepEqual(
        client.bodies(),
        wanted.map((name) => `<body of ${name}>`),
      )
      assert.deepEqual(server.admission.load, { underWay: 0, waiting: 0, keptBytes: 0 })
    } finally {
      server.close()
    }
  })

  it('that had to wait lose nothing, wherever the packets end and whether they have a body', async () => {
    const server = await openServer({ perConnection: 1 })
    try {
      const client = server.open()
      const whole = `${get('g1')}${get('g2')}${post('p1')}${get('g3')}${post('p2')}`
      for (let at = 0; at < whole.length; at += 37) {
        client.socket.write(whole.slice(at, at + 37))
        await new Promise((resolve) => setImmediate(resolve))
      }
      for (let count = 1; count <= 5; count++) {
        await eventually(`request ${count}`, () => server.names.length === count)
        await server.answer()
      }
      await eventually('five answers', () => client.statuses().length === 5)
      assert.deepEqual(server.names, ['/g1', '/g2', '/p1', '/g3', '/p2'])
      client.socket.write(get('later'))
      await eventually('a later request', () => server.names.length === 6)
    } finally {
      server.close()
    }
  })

  it('of known callers start before those of unknown callers that came earlier', async () => {
    const server = await openServer({ atOnce: 2, inAll: 3 })
    try {
      for (let index = 0; index < 8; index++) server.open().socket.write(post(`flood${index}`, 'made-up'))
      await eventually('the others to wait', () => server.admission.load.waiting === 5)
      server.open().socket.write(post('other'))
      await eventually('the known caller to wait', () => server.admission.load.waiting === 6)
      await server.answer()
      await eventually('the next', () => server.names.length === 4)
      assert.equal(server.names[3], '/other')
    } finally {
      server.close()
    }
  })

  for (const [which, again] of [
    ['connection', 'known2'],
    ['key', 'known1'],
  ] as const) {
    it(`of a ${which} that was refused a moment ago start after those of others`, async () => {
      const server = await openServer({ atOnce: 1, inAll: 2 })
      try {
        const refused = server.open()
        refused.socket.write(post('refused', 'known1'))
        await eventually('the first', () => server.names.length === 1)
        await server.answer(429)
        await eventually('its answer', () => refused.statuses().length === 1)
        for (const name of ['busy1', 'busy2']) server.open().socket.write(post(name, 'made-up'))
        await eventually('two under way', () => server.admission.load.underWay === 2)
        const next = which === 'connection' ? refused : server.open()
        next.socket.write(post('again', again))
        await eventually('one to wait', () => server.admission.load.waiting === 1)
        server.open().socket.write(post('other', 'known3'))
        await eventually('both to wait', () => server.admission.load.waiting === 2)
        await server.answer()
        await eventually('the next', () => server.names.length === 4)
        assert.equal(server.names[3], '/other')
      } finally {
        server.close()
      }
    })
  }

  it('and requests that wait are limited in number and time; the rest is refused at once', async () => {
    const server = await openServer({ atOnce: 1, inAll: 1, waiting: 2, waitMs: 60_000 })
    try {
      const clients = Array.from({ length: 6 }, () => server.open())
      for (const [index, { socket }] of clients.entries()) socket.write(post(`c${index}`, 'made-up').repeat(20))
      // The first has one request under way and one that waits, the second has one that waits.
      await eventually('four refusals', () => clients.filter(({ statuses }) => statuses()[0] === 502).length === 4)
      assert.deepEqual([server.admission.load.underWay, server.admission.load.waiting, server.names.length], [1, 2, 1])
      await eventually('their connections to end', () => clients.filter(({ socket }) => socket.closed).length === 4)
    } finally {
      server.close()
    }
    const impatient = await openServer({ atOnce: 1, inAll: 1, waitMs: 0 })
    try {
      const [first, second] = [impatient.open(), impatient.open()]
      first.socket.write(post('first', 'made-up'))
      await eventually('the first', () => impatient.names.length === 1)
      second.socket.write(post('second', 'made-up'))
      await eventually('the second to be refused', () => second.statuses()[0] === 502)
      assert.deepEqual(impatient.names, ['/first'])
      assert.equal(impatient.admission.load.waiting, 0)
      await impatient.answer()
      second.socket.write(post('third', 'made-up'))
      await eventually('its connection to be used again', () => impatient.names.length === 2)
    } finally {
      impatient.close()
    }
  })

  it('keep a limited number of bytes behind the requests that wait', async () => {
    const server = await openServer({ perConnection: 1, keptBytes: 20_000 })
    try {
      const clients = Array.from({ length: 4 }, () => server.open())
      for (const { socket } of clients) socket.write(post('deep').repeat(150))
      await eventually('some to be cut off', () => server.admission.load.waiting === 1)
      assert.ok(server.admission.load.keptBytes <= 20_000)
    } finally {
      server.close()
    }
  })

  it('give back the bytes behind them when their connection breaks, also behind the only one of it', async () => {
    const server = await openServer({ perConnection: 2, atOnce: 1, inAll: 2, waitMs: 60_000 })
    try {
      const busy = server.open()
      busy.socket.write(post('busy1', 'made-up').repeat(2))
      await eventually('both places to be taken', () => server.admission.load.underWay === 2)
      for (const count of [1, 3]) {
        server.open().socket.write(post('waits', 'made-up').repeat(count))
        await eventually('one to wait', () => server.admission.load.waiting === 1)
        assert.ok(server.admission.load.keptBytes > 0)
        // As after an error of the network: the server may not notice the end of a client whose requests wait.
        server.admission.inFlight.find(({ stage }) => stage === 'queued')?.req.socket.destroy()
        await eventually('it to be forgotten', () => server.admission.load.waiting === 0)
        assert.equal(server.admission.load.keptBytes, 0)
      }
      // One that waits behind another of the same connection.
      busy.socket.write(post('behind', 'made-up').repeat(3))
      await eventually('one to wait', () => server.admission.load.waiting === 1)
      server.admission.inFlight.find(({ stage }) => stage === 'started')?.req.socket.destroy()
      await eventually('all to be forgotten', () => server.admission.inFlight.length === 0)
      assert.deepEqual(server.admission.load, { underWay: 0, waiting: 0, keptBytes: 0 })
    } finally {
      server.close()
    }
  })

  it('of a client that goes away are forgotten', async () => {
    const server = await openServer({ perConnection: 1, atOnce: 2, inAll: 2, waitMs: 100 })
    try {
      const clients = Array.from({ length: 6 }, () => server.open())
      for (const { socket } of clients) socket.write(post('x', 'made-up').repeat(5))
      await eventually('all to arrive', () => server.admission.load.underWay + server.admission.load.waiting >= 6)
      for (const { socket } of clients) socket.destroy()
      // Nothing is read from a connection that waits, so its end is noticed with the next answer.
      await eventually('all to be forgotten', async () => {
        while (server.hasStarted()) await server.answer()
        const { underWay, waiting, keptBytes } = server.admission.load
        return underWay + waiting + keptBytes === 0
      })
    } finally {
      server.close()
    }
  })
})

describe('the server', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  const call = (key: string, number: number, body: string) =>
    `POST /v1/get-points HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nX-Request-Id: n${number}\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`

  it('answers a client that pipelines in order, and somebody else before it is through', async () => {
    const socket = connect(testApp.port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const answered = () => [...received.matchAll(/X-Request-Id: n(\d+)/g)].map(([, number]) => Number(number))
    const numbers = Array.from({ length: 3000 }, (_, number) => number)
    let most = 0
    socket.write(numbers.map((number) => call('made-up', number, '{}')).join(''))
    await eventually('the first answers', () => answered().length > 0)
    const other = testApp.call('get-points', { username: 'alice', platform: 'PlatformA' })
    await other
    assert.ok(answered().length < numbers.length, 'the flood is not over')
    await eventually('all answers', () => {
      most = Math.max(most, testApp.app.http.load.underWay)
      return answered().length === numbers.length
    })
    assert.deepEqual(answered(), numbers)
    assert.ok(most <= admissionLimits.perConnection + 1)
    assert.equal(testApp.app.http.load.waiting, 0)
    socket.destroy()
  })
})

describe('the check whether the parser can be stopped', () => {
  it('passes on the Node that the tests run on', () => {
    assert.equal(stopWorks(), true)
  })

  it('fails where a stop has no effect, or a part is lost', () => {
    class NoStop extends StoppableConnection {
      override stop(): void {}
    }
    class NoRest extends StoppableConnection {
      override keep({ rawPacket }: StopReport): void {
        super.keep({ rawPacket: rawPacket ?? Buffer.alloc(0), bytesParsed: rawPacket?.length ?? 0 })
      }
    }
    for (const Connection of [NoStop, NoRest]) assert.equal(stopWorks(Connection), false)
  })
})
