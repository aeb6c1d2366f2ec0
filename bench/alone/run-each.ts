import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from '../bench.ts'
import { manyConnections } from '../contestants.ts'
import type { Findings } from '../findings.ts'
import { keysForMachine } from '../needed-keys.ts'
import { startLoadGenerator, startSubject, startWorker } from '../processes.ts'
import type { ChosenSizes } from '../sizes.ts'
import type { PartOrder } from './part-process.ts'
import { createSay } from './say.ts'
import { settle } from './settle.ts'

const probeMs = 1000

/**
 * The results of each part. A part starts on a settled machine, in a process of its own with data of its own, so that its
 * figures are the same whether it is measured alone or after others. A part that fails is left out; the others continue.
 */
export async function runEachAlone(
  parts: readonly Part[],
  options: {
    sizes: Omit<ChosenSizes, 'keys'>
    within: string
    beganAt: number
    onFailure: (part: Part, error: unknown) => void
  },
): Promise<Record<string, Findings>> {
  const { within, beganAt, onFailure } = options
  const say = createSay(beganAt)
  const library = mkdtempSync(join(within, 'showcaller-bench-data-'))
  const clear = () => rmSync(library, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', clear)
  const found: Record<string, Findings> = {}
  try {
    const keys = keysForMachine(await baselinePerSecond(), manyConnections)
    say(`${keys.toLocaleString('en')} keys, so that no call on this machine meets its limit`)
    const sizes = { ...options.sizes, keys }
    for (const part of parts) {
      await settle(say)
      try {
        found[part.name] = await runAlone({ name: part.name, sizes, within, library, beganAt })
      } catch (error) {
        onFailure(part, error)
      }
    }
    return found
  } finally {
    clear()
    process.off('exit', clear)
  }
}

async function runAlone(order: PartOrder): Promise<Findings> {
  const part = startWorker<PartOrder, Findings>('alone/part-process.ts', { isLong: true })
  try {
    return await part.run(order)
  } finally {
    await part.close()
  }
}

/** How fast the smallest server answers here: no server that checks keys is faster. */
async function baselinePerSecond(): Promise<number> {
  const load = startLoadGenerator()
  const baseline = await startSubject('baseline.ts')
  try {
    const order = {
      ports: [baseline.port],
      path: '/v1/get-points',
      bodies: ['{"username":"bench1","platform":"PlatformA"}'],
      keys: ['of the probe'],
      firstKey: 0,
      callsPerKey: Number.MAX_SAFE_INTEGER,
      connections: manyConnections,
      durationMs: probeMs,
    }
    // The first time measures mostly the compiler.
    await load.run(order)
    const { calls, seconds } = await load.run(order)
    return calls / seconds
  } finally {
    await Promise.all([load.close(), baseline.close()])
  }
}
