import type { Clock } from '../../kernel/ambient.ts'
import type { Shares } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { RunCount } from '../steps/run.ts'
import type { FinishedSteps, StepRunner } from '../steps/step-runner.ts'
import type { StopSignals } from '../steps/stop-signals.ts'
import type { Automation } from './automation.ts'
import type { AutomationRuns, RunResult } from './automation-runs.ts'
import { requestIdOfRun } from './chain.ts'
import { automationLimits } from './contract/automations.ts'
import { type StartedRun, subjectOf } from './occurrence.ts'
import { type RecordedStep, recordedStep } from './recorded-step.ts'

/** Progress of a long run is stored this often, for whoever watches it. */
const progressEveryMs = 1_000
/** How often the end of a run is stored again when the database refuses it. */
const maxStoreAttempts = 60
const storePauseMs = 1_000

/** Performs the steps of a run that has started, and records what came of them. */
export function createRunPerformer(needs: {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly runs: AutomationRuns
  readonly stepRunner: Pick<StepRunner, 'runSteps'>
  readonly stops: StopSignals
  readonly closing: AbortSignal
  readonly shares: Shares
  readonly inTurn: <T>(channelId: number, id: number, work: () => Promise<T>) => Promise<T>
}) {
  const { db, clock, log, runs, stepRunner, stops, closing, shares, inTurn } = needs

  async function perform(started: StartedRun): Promise<void> {
    const { id, channel, automation, occurrence } = started
    const caller = callerOf(started)
    const stop = stops.begin(channel.id)
    const steps: RecordedStep[] = []
    let writtenAt = clock.steady()
    const place = shares.placeOf({ channelId: channel.id, lane: automation.id })
    try {
      const finished = await stepRunner.runSteps(
        caller,
        automation.steps,
        { ...subjectOf(automation, occurrence), count: countOf(automation) },
        {
          signal: AbortSignal.any([stop.signal, closing]),
          limits: automationLimits,
          onError: automation.run.on_error,
          place,
          async onStep({ path, type, outcome }) {
            place.leave()
            if (outcome === undefined && type !== 'wait') await place.enter()
            const now = clock.steady()
            if (outcome === undefined) steps.push({ path, type, status: 'running' })
            else steps[steps.length - 1] = recordedStep(outcome)
            const isLong = type === 'wait' && outcome === undefined
            if (now - writtenAt < progressEveryMs && !isLong) return
            writtenAt = now
            await runs.progress(channel.id, id, steps)
          },
        },
      )
      await finish(started, caller, resultOf(finished, closing.aborted))
    } catch (error) {
      log.error('an automation failed', { channelId: channel.id, id: automation.id, error })
      await finish(started, caller, { status: 'failed', error: new Failure('internal_error').text, steps })
    } finally {
      place.leave()
      stop.end()
    }
  }

  async function finish({ id, automation, occurrence }: StartedRun, caller: Caller, result: RunResult): Promise<void> {
    const run = { id, automation, depth: occurrence.depth }
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTurn(caller.channel.id, automation.id, () =>
          db.write((tx) => runs.finish(tx, caller, run, result)),
        )
      } catch (cause) {
        // A run whose end is not stored would run for ever, and hold up those that wait for it.
        if (attempt === maxStoreAttempts || closing.aborted) throw cause
        await new Promise((resolve) => setTimeout(resolve, storePauseMs).unref())
      }
    }
  }

  return { perform }
}

/** Who the steps of a run act as: its id is part of the request id. */
export function callerOf({ id, channel, automation, occurrence }: StartedRun): Caller {
  return { channel, actor: `automation:${automation.id}`, requestId: requestIdOfRun(id, occurrence.depth) }
}

/** The number of the run that begins next. */
export function countOf({ runCount }: Automation): RunCount {
  return { get: () => Promise.resolve(runCount + 1), isStored: () => true }
}

export function resultOf({ outcomes, isStopped }: FinishedSteps, isClosing: boolean): RunResult {
  const failure = outcomes.find((outcome) => outcome.failure !== undefined)?.failure
  const ended = isClosing ? 'cut_off' : 'stopped'
  const status = isStopped ? ended : failure === undefined ? 'done' : 'failed'
  return { status, error: failure?.text, steps: outcomes.map(recordedStep) }
}
