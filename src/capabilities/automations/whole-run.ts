import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { StoreWithRun } from '../steps/run.ts'
import type { StepRunner } from '../steps/step-runner.ts'
import type { StopSignals } from '../steps/stop-signals.ts'
import { asAutomation, findById } from './automation-rows.ts'
import type { AutomationRuns } from './automation-runs.ts'
import { automationLimits } from './contract/automations.ts'
import { type Occurrence, subjectOf } from './occurrence.ts'
import { callerOf, countOf, resultOf } from './run-performer.ts'
import type { RunStarts } from './run-starts.ts'

/**
 * Runs whose steps only store rows, such as an alert that waits for the overlay. Their steps prepare the rows first, and
 * start, rows and end of the run are one transaction: one commit instead of three, and after a crash all of it happened
 * or nothing did.
 */
export function createWholeRuns(needs: {
  readonly db: Database
  readonly runs: AutomationRuns
  readonly starts: RunStarts
  readonly stepRunner: Pick<StepRunner, 'runSteps' | 'onlyStoreRows'>
  readonly stops: StopSignals
  readonly closing: AbortSignal
  readonly inTurn: <T>(channelId: number, id: number, work: () => Promise<T>) => Promise<T>
}) {
  const { db, runs, starts, stepRunner, stops, closing, inTurn } = needs

  /** Whether it ran. Undefined: it has to be performed step by step, or wait for another run. */
  async function performWhole(channel: Channel, id: number, occurrence: Occurrence): Promise<boolean | undefined> {
    const row = await db.get(findById, { channel: channel.id, id })
    const automation = row && asAutomation(row)
    if (automation === undefined || !stepRunner.onlyStoreRows(automation.steps)) return undefined
    const rows: Parameters<StoreWithRun>[0][] = []
    const stop = stops.begin(channel.id)
    try {
      const finished = await stepRunner.runSteps(
        { channel, actor: `automation:${id}`, requestId: '' },
        automation.steps,
        { ...subjectOf(automation, occurrence), count: countOf(automation) },
        {
          signal: AbortSignal.any([stop.signal, closing]),
          limits: automationLimits,
          onError: automation.run.on_error,
          storeWithRun: (write) => void rows.push(write),
        },
      )
      // Nothing is stored so far: a start that is remembered begins after the next start of a server.
      if (closing.aborted && occurrence.start !== undefined) return undefined
      const result = resultOf(finished, closing.aborted)
      // A step that was given up may still go on, and what it stores now belongs to no run.
      const prepared = [...rows]
      const outcome = await db.write(async (tx) => {
        const started = await starts.begin(tx, channel, id, occurrence, row)
        if (typeof started === 'string') return started
        const caller = callerOf(started)
        for (const write of prepared) await write(tx, caller)
        await runs.finish(tx, caller, { id: started.id, automation, depth: occurrence.depth }, result)
        return 'done'
      })
      if (outcome === 'busy' || outcome === 'changed') return undefined
      if (outcome === 'limited') starts.drop(channel.id, id)
      return outcome === 'done'
    } finally {
      stop.end()
    }
  }

  return {
    performWhole: (channel: Channel, id: number, occurrence: Occurrence) =>
      inTurn(channel.id, id, () => performWhole(channel, id, occurrence)),
  }
}
