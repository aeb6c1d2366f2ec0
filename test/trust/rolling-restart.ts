import { setTimeout as delay } from 'node:timers/promises'
import { callOver } from '../call-over.ts'
import { createNextVersion } from '../cluster/next-version.ts'
import type { ServerNode } from '../cluster/nodes.ts'
import { eventually } from '../eventually.ts'
import { type LoadAnswer, loadedAccount, type Pair, startLoad, startPair } from './pair.ts'
import type { Figures, Proof, ProofRun } from './proof.ts'
import { createRandom, type Random } from './random.ts'

/** As many as the machine carries with nothing being restarted, at most the first of these. */
const rates = [500, 250, 125, 60]
const triedForMs = 3000
const carriedMs = 500
/** The balancer asks every half second. */
const seenByBalancerMs = 1200

type Restart = (pair: Pair, done: number, random: Random) => Promise<void>

/** Restarts one of two nodes after the other while calls keep coming. Every call is answered, each write happens once. */
export const rollingRestart: Proof = {
  name: 'rolling-restart',
  promise: 'Two nodes are restarted in turn at 500 requests a second, and no request fails.',
  unit: 'restarts',
  fullCount: 1000,
  engines: ['postgres'],
  run: (run) => restartUnderLoad(run, ({ nodes }, done, random) => restart(nodes[done % 2 === 0 ? 0 : 1], random, run)),
}

/** The same with a newer version, which migrates the tables while the other node still runs the version before. */
export const rollingUpgrade: Proof = {
  name: 'rolling-upgrade',
  promise: 'Two nodes are upgraded in turn, each time with changed tables, under load, and no request fails.',
  unit: 'upgrades',
  fullCount: 100,
  engines: ['postgres'],

  async run(run) {
    const next = createNextVersion()
    try {
      return await restartUnderLoad(run, async ({ nodes }, _done, random) => {
        next.advance()
        for (const node of nodes) await restart(node, random, run, next.bin)
      })
    } finally {
      next.remove()
    }
  },
}

async function restart(node: ServerNode, random: Random, { faults }: ProofRun, bin?: string): Promise<void> {
  await delay(random.between(0, 500))
  const code = await node.stop()
  if (code !== 0) faults.add(`a node ended with ${code}: ${node.output().slice(-2000)}`)
  await node.start(bin)
  await delay(seenByBalancerMs)
}

async function restartUnderLoad({ seed, faults, goesOn }: ProofRun, again: Restart): Promise<Figures> {
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
    for (let done = 0; goesOn(done); done++) await again(pair, done, random)
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
}
