import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** In percent of one core: less is what an idle system takes. */
const quietPercent = 15
const watchedMs = 1000
const patienceMs = 60_000

/**
 * Waits until what ran before no longer takes part: written files are on the disk, ended processes are gone, and other
 * programs take next to nothing. A machine that does not become quiet is measured as it is, after this sentence.
 */
export async function settle(say: (words: string) => void): Promise<void> {
  // Not on Windows.
  spawnSync('sync')
  const until = performance.now() + patienceMs
  for (;;) {
    const busy = await busyPercent()
    if (busy <= quietPercent) return
    if (performance.now() < until) continue
    say(`  this machine is not quiet: other programs take ${busy.toFixed(0)} % of a core`)
    return
  }
}

async function busyPercent(): Promise<number> {
  const before = busySeconds()
  await delay(watchedMs)
  return ((busySeconds() - before) / (watchedMs / 1000)) * 100
}

/** Of all cores since the system started, by whichever program. */
export function busySeconds(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000
}
