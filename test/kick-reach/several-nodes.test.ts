import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createRoundTripProof, roundTripHeader } from '../../src/capabilities/kick-reach/round-trip-proof.ts'
import { createTunnel } from '../../src/capabilities/kick-reach/tunnel.ts'
import { systemClock } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import { eventually } from '../eventually.ts'

const secret = 'x'.repeat(32)

describe('the tunnel of several nodes', () => {
  const proof = createRoundTripProof({ secret: () => secret, clock: systemClock })
  const bus = createMemoryBus((error) => assert.fail(String(error)))

  function createNode(nodeId: string, connectTo: () => { host: string; port: number }) {
    const addresses: (string | null)[] = []
    const tunnel = createTunnel({
      clock: systemClock,
      log: createLog('silent'),
      bus,
      nodeId,
      settings: { url: 'https://show.example', environment: {} },
      proof,
      local: () => ({ host: '127.0.0.1', port: 1 }),
      hasWebhooks: true,
      isWanted: async () => false,
      onAddress: (address) => addresses.push(address),
      connectTo,
    })
    return { tunnel, addresses }
  }

  it('runs on the one that runs the jobs, and the others know its address', async () => {
    const server = createServer((req, res) => {
      const answer = proof.answer(String(req.headers[roundTripHeader]), 'show.example')
      res.end(JSON.stringify({ answer, host: 'show.example' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const connectTo = () => ({ host: '127.0.0.1', port })
    const [a, b] = [createNode('a', connectTo), createNode('b', connectTo)]
    await a.tunnel.start()
    await eventually('it is on', () => b.tunnel.status().state === 'on')
    assert.deepEqual([a.tunnel.host(), b.tunnel.host()], ['show.example', undefined], 'requests come to one node only')
    assert.deepEqual(b.addresses, ['https://show.example'])
    const late = createNode('c', connectTo)
    assert.equal(late.tunnel.status().address, 'https://show.example', 'a node that comes later asks for it')

    await a.tunnel.stop()
    assert.deepEqual([b.tunnel.status().state, b.addresses], ['off', ['https://show.example', null]])
    await b.tunnel.start()
    await eventually('another node has taken over', () => a.tunnel.status().state === 'on')
    bus.publish('node-left', { nodeId: 'b' })
    assert.equal(a.tunnel.status().state, 'off')
    for (const { tunnel } of [a, b, late]) await tunnel.close()
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the proof of a round trip', () => {
  it('is signed with the secret of the instance, for this host, this number and this minute', () => {
    let now = 1_000_000
    const clock = { now: () => now, steady: () => 0 }
    const own = createRoundTripProof({ secret: () => secret, clock })
    const other = createRoundTripProof({ secret: () => 'y'.repeat(32), clock })
    const { header, nonce } = own.ask()
    const answer = own.answer(header, 'show.example') ?? ''
    assert.ok(own.isAnswer(answer, nonce, 'show.example'))
    assert.ok(!own.isAnswer(answer, nonce, 'localhost'))
    assert.ok(!own.isAnswer(answer, own.ask().nonce, 'show.example'))
    assert.equal(other.answer(header, 'show.example'), undefined)
    assert.equal(own.answer(header.replace('1000000', '1000001'), 'show.example'), undefined)
    now += 61_000
    assert.equal(own.answer(header, 'show.example'), undefined)
  })
})
