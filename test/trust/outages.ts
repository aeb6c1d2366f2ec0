import { setTimeout as delay } from 'node:timers/promises'
import { callOver } from '../call-over.ts'
import { eventually } from '../eventually.ts'
import { type LoadAnswer, loadedAccount, type Pair, startLoad, startPair } from './pair.ts'
import type { Proof } from './proof.ts'
import { createRandom } from './random.ts'
import { queuedMs } from './server-process.ts'

interface Outage {
  readonly of: 'Redis' | 'PostgreSQL'
  readonly how: string
  begin(pair: Pair): Promise<void> | void
  end(pair: Pair): Promise<void> | void
}

const outageKinds: readonly Outage[] = [
  { of: 'Redis', how: 'killed', begin: ({ redis }) => redis.kill(), end: ({ redis }) => redis.start() },
  { of: 'Redis', how: 'hung', begin: ({ redis }) => redis.freeze(), end: ({ redis }) => redis.thaw() },
  {
    of: 'PostgreSQL',
    how: 'killed',
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  },
  { of: 'PostgreSQL', how: 'hung', begin: ({ postgres }) => postgres.hang(), end: ({ postgres }) => postgres.resume() },
  {
    of: 'PostgreSQL',
    how: 'restarted',
    begin: ({ postgres }) => postgres.stop(),
    end: ({ postgres }) => postgres.start(),
  },
]

const perSecond = 60
const answeredWithinMs = 2000
const backWithinMs = 5000
/** For the way there and back, and for whoever measures. */
const slackMs = 500
/** Keys that the load leaves alone, for a look at the limits. */
const spareKeys = 40
const limited = { operation: 'get-points-top', body: { limit: 1, platform: 'PlatformA' }, perMinute: 90, offered: 120 }

/** What two nodes stand on goes away and comes back, again and again, while they are called. */
export const outages: Proof = {
  name: 'outages',
  promise: 'Without Redis or PostgreSQL every call is answered in 2 s, limits hold, nothing is lost, back within 5 s.',
  unit: 'outages',
  fullCount: 500,
  engines: ['postgres'],

  async run({ seed, faults, goesOn }) {
    const random = createRandom(seed)
    const pair = await startPair()
    const sum = { answered: 0, refused: 0, added: 0, unknown: 0, slowestMs: 0, slowestBackMs: 0 }
    let outage: Outage | undefined
    let queuedBefore = 0
    /** A machine that is busy with something else makes all of us late; as late as we are, the nodes may be. */
    const allowance = () => slackMs + 3 * (queuedMs(process.pid) - queuedBefore)

    function onAnswer({ status, text, operation, ms }: LoadAnswer): void {
      sum.slowestMs = Math.max(sum.slowestMs, ms)
      if (ms > answeredWithinMs + allowance())
        faults.add(`${operation} took ${Math.round(ms)} ms, ${describeOutage(outage)}`)
      const code = status === 502 ? (JSON.parse(text) as { code: string }).code : undefined
      const mayRefuse = outage?.of !== 'Redis' && (code === 'database_unavailable' || code === 'outcome_unknown')
      if (status === 200) sum.answered++
      else if (mayRefuse) sum.refused++
      else faults.add(`${operation} was answered with ${status}, ${describeOutage(outage)}: ${text.slice(0, 200)}`)
      if (operation !== 'add-points') return
      if (status === 200) sum.added++
      else if (code !== 'database_unavailable') sum.unknown++
    }

    /** One node, one key, more calls than allowed. Without Redis nobody else knows, but this node does. */
    async function lookAtLimits(key: string): Promise<void> {
      const { url } = pair.nodes[0]
      const answers = await Promise.all(
        Array.from({ length: limited.offered }, () => callOver(url, key, limited.operation, limited.body)),
      )
      const passed = answers.filter(({ status }) => status === 200).length
      if (passed !== limited.perMinute) faults.add(`${passed} calls were let through, not ${limited.perMinute}`)
    }

    const isBack = async (): Promise<boolean> => {
      const states = pair.nodes.map(async ({ url, metric }) => {
        const { status } = await callOver(url, pair.keys[0] ?? '', 'get-points', loadedAccount)
        return status === 200 && (await metric('showcaller_joined')) === 1
      })
      return (await Promise.all(states)).every(Boolean)
    }

    try {
      const keys = pair.keys.slice(spareKeys)
      const load = startLoad({ keys, ports: pair.nodes.map(({ port }) => port), perSecond }, random, onAnswer)
      for (let done = 0; goesOn(done); done++) {
        await delay(random.between(500, 1500))
        outage = random.pick(outageKinds)
        queuedBefore = queuedMs(process.pid)
        await outage.begin(pair)
        await delay(random.between(500, 3500))
        if (outage.of === 'Redis') await lookAtLimits(pair.keys[done % spareKeys] ?? '')
        await outage.end(pair)
        const endedAt = performance.now()
        await eventually('both nodes to be back', isBack, 30_000)
        const backMs = performance.now() - endedAt
        sum.slowestBackMs = Math.max(sum.slowestBackMs, backMs)
        if (backMs > backWithinMs + allowance())
          faults.add(`back after ${Math.round(backMs)} ms, ${describeOutage(outage)}`)
        // Calls that were sent while it was away may still be waiting for their answer.
        await delay(answeredWithinMs)
        outage = undefined
      }
      await load.stop()
      const { points } = (await callOver(pair.nodes[0].url, pair.keys[0] ?? '', 'get-points', loadedAccount)).body
      if (points < sum.added || points > sum.added + sum.unknown) {
        faults.add(`${sum.added} points were acknowledged and ${sum.unknown} unknown, there are ${points}`)
      }
    } finally {
      pair.redis.thaw()
      pair.postgres.resume()
      await pair.close()
    }
    const { slowestMs, slowestBackMs, ...counts } = sum
    return {
      ...counts,
      'slowest answer, ms': Math.round(slowestMs),
      'slowest return, ms': Math.round(slowestBackMs),
    }
  },
}

function describeOutage(outage: Outage | undefined): string {
  return outage === undefined ? 'with nothing away' : `with ${outage.of} ${outage.how}`
}
