import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { type Load, runLoad } from '../../bench/load.ts'
import { keysForMachine, neededKeys } from '../../bench/needed-keys.ts'

async function loadOn(t: TestContext, answer: RequestListener): Promise<Load> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    ports: [port],
    path: '/v1/get-points',
    bodies: ['{}'],
    keys: ['one', 'two'],
    firstKey: 0,
    callsPerKey: 100,
    connections: 2,
    durationMs: 10_000,
    maxCalls: 40,
  }
}

function respond(status: number, body: object): RequestListener {
  const text = JSON.stringify(body)
  return (req, res) => {
    req.resume()
    res.writeHead(status, { 'Content-Length': text.length }).end(text)
  }
}

describe('the load', () => {
  it('counts every 200', async (t) => {
    const { calls } = await runLoad(await loadOn(t, respond(200, { points: 1 })))
    assert.equal(calls, 40)
  })

  it('ends with a clear sentence when a key reaches its limit, instead of counting the refusal', async (t) => {
    let answered = 0
    const load = await loadOn(t, (req, res) => respond(++answered > 20 ? 429 : 200, {})(req, res))
    await assert.rejects(
      runLoad(load),
      /^Error: \/v1\/get-points responded with 429: a key of the load reached its limit\./,
    )
  })

  it('ends with the response when it is any other refusal', async (t) => {
    const load = await loadOn(t, respond(403, { code: 'missing_scope' }))
    await assert.rejects(runLoad(load), /responded with 403 instead of 200: .*missing_scope/s)
  })
})

describe('the number of keys', () => {
  /** Plays rounds on a ring of keys and returns the most calls that one key had in any minute. */
  function mostInOneMinute(load: { perSecond: number; seconds: number; rounds: number }): number {
    const { perSecond, seconds, rounds } = load
    const [callsPerKey, connections] = [72, 8]
    const keys = neededKeys({ callsPerSecond: perSecond, callsPerKey, seconds, connections, rounds })
    const times = Array.from({ length: keys }, (): number[] => [])
    let first = 0
    for (let round = 0, call = 0; round < rounds; round++) {
      const calls = Math.floor((perSecond * seconds) / rounds)
      for (let n = 0; n < calls; n++, call++) {
        const group = first + Math.floor(n / (callsPerKey * connections)) * connections
        times[(group + (n % connections)) % keys]?.push(call / perSecond)
      }
      first += Math.ceil(calls / (callsPerKey * connections)) * connections
    }
    const inMinuteFrom = (all: readonly number[], from: number) =>
      all.filter((at) => at >= from && at < from + 60).length
    return Math.max(...times.map((all) => Math.max(0, ...all.map((at) => inMinuteFrom(all, at)))))
  }

  it('follows the rate, so that no key is used for more than its share in any minute', () => {
    for (const perSecond of [200, 900])
      for (const seconds of [5, 60, 100])
        for (const rounds of [1, 10, 30])
          assert.ok(mostInOneMinute({ perSecond, seconds, rounds }) <= 72, `${perSecond}, ${seconds}, ${rounds}`)
  })

  it('of a machine is enough for calls at the rate of its baseline, for a minute and longer', () => {
    const keys = keysForMachine(44_000, 64)
    assert.ok(keys * 72 > 44_000 * 60, String(keys))
    assert.ok(keysForMachine(88_000, 64) > 1.9 * keys)
  })
})
