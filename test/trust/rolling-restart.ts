import { setTimeout as delay } from 'node:timers/promises'
import { callOver } from '../call-over.ts'
import { eventually } from '../eventually.ts'
import { type LoadAnswer, loadedAccount, startLoad, startPair } from './pair.ts'
import type { Proof } from './proof.ts'
import { createRandom } from './random.ts'

/** As many as the machine carries with nothing being restarted, at most the first of these. */
const rates = [500, 250, 125, 60]
const triedForMs = 3000
const carriedMs = 500
/** The balancer asks every half second. */
const seenByBalancerMs = 1200

/** Restarts one of two nodes after the other while calls keep coming. Every call is answered, each write happens once. */
export const rollingRestart: Proof = {
  name: 'rolling-restart',
  promise: 'Two nodes are restarted in turn at 500 requests a second, and no request fails.',
  unit: 'restarts',
  fullCount: 1000,
  engines: ['postgres'],

  async run({ seed, faults, goesOn }) {
    const random = createRandom(seed)
    const pair = await startPair()
    const sum = { answered: 0, added: 0, slowestMs: 0 }
    function onAnswer({ status, text, operation, ms }: LoadAnswer): void {
      sum.slowestMs = Math.max(sum.slowestMs, ms)
      if (status !== 200) faults.add(`${operation} failed with ${status ?? 'no answer'}: ${text.slice(0, 300)}`)
      else sum.answered++
      if (status === 200 && operation === 'add-points') sum.added++
    }
    const ports = [Number(new URL(pair.balancer.url).port)]

    async function findRate(): Promise<number> {
      for (const perSecond of rates) {
        let isCarried = true
        const load = startLoad({ keys: pair.keys, ports, perSecond }, random, (answer) => {
          if (answer.status !== 200 || answer.ms > carriedMs) isCarried = false
          if (answer.status === 200 && answer.operation === 'add-points') sum.added++
        })
        await delay(triedForMs)
        await load.stop()
        if (isCarried) return perSecond
      }
      throw new Error(`this machine does not even carry ${rates.at(-1)} requests a second`)
    }

    try {
      const perSecond = await findRate()
      const startedAt = performance.now()
      const load = startLoad({ keys: pair.keys, ports, perSecond }, random, onAnswer)
      let restarts = 0
      for (; goesOn(restarts); restarts++) {
        const node = pair.nodes[restarts % 2 === 0 ? 0 : 1]
        await delay(random.between(0, 500))
        const code = await node.stop()
        if (code !== 0) faults.add(`a node ended with ${code}: ${node.output().slice(-2000)}`)
        await node.start()
        await delay(seenByBalancerMs)
      }
      const seconds = (performance.now() - startedAt) / 1000
      await load.stop()
      await eventually('every addition', async () => (await balance()) === sum.added, 5000).catch(async () =>
        faults.add(`${sum.added} points were added, there are ${await balance()}`),
      )
      return {
        requests: sum.answered,
        'requests a second': Math.round(load.sent() / seconds),
        'slowest answer, ms': Math.round(sum.slowestMs),
      }
    } finally {
      await pair.close()
    }

    async function balance(): Promise<number> {
      return (await callOver(pair.balancer.url, pair.keys[0] ?? '', 'get-points', loadedAccount)).body.points
    }
  },
}
