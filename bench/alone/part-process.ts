import { runParts } from '../bench.ts'
import type { Findings } from '../findings.ts'
import { answerOrders } from '../orders.ts'
import { parts } from '../parts/all.ts'
import { type ChosenSizes, chosenSizes } from '../sizes.ts'
import { createSay } from './say.ts'

/** One part in a process of its own, which has measured nothing before. */
export interface PartOrder {
  readonly name: string
  readonly sizes: ChosenSizes
  readonly within: string
  readonly library: string
  /** Of the whole run. */
  readonly beganAt: number
}

// Exit handlers stop the child processes and delete the files, so an interruption only has to exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
process.setMaxListeners(50)

answerOrders<PartOrder, Findings>(async ({ name, sizes, within, library, beganAt }) => {
  const part = parts.find((known) => known.name === name)
  if (part === undefined) throw new Error(`there is no part ${name}`)
  const say = createSay(beganAt)
  const found = await runParts([part], { sizes: chosenSizes(sizes), within, library, say, onFailure })
  const findings = found[name]
  if (findings === undefined) throw new Error(`${name} has no figures`)
  return findings
})

function onFailure(_: unknown, error: unknown): never {
  throw error
}
