import { startRedis } from '../cluster/redis-server.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { cutStream } from '../published-events/cut-stream.ts'
import type { Proof } from './proof.ts'
import { createRandom } from './random.ts'

const eventsPerRound = 120
const cutsPerRound = 12

/**
 * Numbered events are written on every node in turn while a client follows them whose connection is cut again and again,
 * also in the middle of an event. It comes back to another node each time, names the last event it has, and must get
 * each of the others once, in order.
 */
export const eventStream: Proof = {
  name: 'event-stream',
  promise: 'A stream of events that is cut again and again misses no event and repeats none, on one node and on three.',
  unit: 'cuts',
  fullCount: 1000,
  engines: ['sqlite', 'postgres'],

  async run({ engine, seed, faults, goesOn }) {
    const random = createRandom(seed)
    const postgres = engine === 'postgres' ? await startPostgres() : undefined
    const redis = engine === 'postgres' ? await startRedis() : undefined
    const config = {
      databaseUrl: postgres?.url(),
      redisUrl: redis?.url,
      ...(redis === undefined ? {} : { secret: 'the same secret on all nodes, and long enough' }),
    }
    const nodes: TestApp[] = []
    let events = 0
    let done = 0
    try {
      for (let node = 0; node < (redis === undefined ? 1 : 3); node++) nodes.push(await createTestApp({ config }))
      const [first] = nodes
      if (first === undefined) throw new Error('no node was started')
      const write = async (value: number) => {
        const { ctx, cause } = random.pick(nodes)
        const data = { name: 'cut', type: 'number', change: 'set', value, previous_value: 0 } as const
        await ctx.db.write((tx) => ctx.events.appendNew(tx, cause, { kind: 'value.changed', data }))
      }
      while (goesOn(done)) {
        // A key can open 300 streams a minute.
        const { id, key } = await first.makeKey(['events:read', 'values:read'])
        const urls = nodes.map(({ url }) => url)
        const round = await cutStream({ urls, key, events: eventsPerRound, cuts: cutsPerRound, write })
        const isWhole =
          round.received.length === eventsPerRound && round.received.every((value, at) => value === at + 1)
        if (!isWhole) faults.add(`of ${eventsPerRound} events these arrived: ${round.received.join(' ')}`)
        events += round.received.length
        done += round.cuts
        await first.ctx.keys.revoke(first.cause, id)
      }
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
      await redis?.kill()
      await postgres?.remove()
    }
    return { nodes: nodes.length, events }
  },
}
