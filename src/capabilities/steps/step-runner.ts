import type { StepDefinition } from '../../definitions/define-step.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Place } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { findStep } from '../../registry/steps.ts'
import type { StepChat } from './chat-lines.ts'
import { isConditionMet } from './conditions.ts'
import {
  createExecution,
  type Execution,
  type ExecutionLimits,
  type ExecutionRecords,
  type RanCommand,
} from './execution.ts'
import { branch } from './flow-steps.ts'
import { conditionOf, delaySecondsOf, getStep, onErrorOf, readFields, typeOf } from './read-steps.ts'
import type { Run, StepContext, StepOutcome, StepProgress, StepResult, StepRun, StoreWithRun } from './run.ts'
import { createRunPreparation } from './run-preparation.ts'
import type { ViewerFinder } from './run-user.ts'
import { createStepContexts } from './step-context.ts'
import type { StepHandler, StepHandlers } from './step-handler.ts'
import type { Origin, RunNested, StepSource, StepSubject } from './step-source.ts'
import type { Lookup } from './template.ts'

export interface StepOptions {
  /** Stops the steps at once, waits included. */
  readonly signal?: AbortSignal
  readonly limits?: ExecutionLimits
  /** Called, and waited for, before and after each step. */
  readonly onStep?: (progress: StepProgress) => void | Promise<void>
  /** What a failed step does that does not say it itself. */
  readonly onError?: 'stop' | 'continue'
  /** Says what each step would do and does nothing. */
  readonly isDry?: boolean
  /** Given back while a step only waits. */
  readonly place?: Pick<Place, 'away'>
  /** Only for steps that `onlyStoreRows`. */
  readonly storeWithRun?: StoreWithRun
  /** How many commands and automations led to this one. */
  readonly depth?: number
}

export interface FinishedSteps {
  /** The outcome of each step that ran, nested ones included, in the order in which they ran. */
  readonly outcomes: readonly StepOutcome[]
  /** The failure after which no further step ran. */
  readonly failure: Failure | undefined
  readonly isStopped: boolean
}

/** What runs steps, whatever they do: the steps bring their handlers, and the services that these use. */
export interface StepEngineNeeds<Services> {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly platforms: Platforms
  readonly chat: StepChat
  readonly viewers: ViewerFinder
  readonly stepHandlers: StepHandlers<Services>
  readonly stepServices: Services
  /** The variables that texts of this run can have. */
  readonly variablesOf: (run: Run) => Lookup
}

export type StepRunner = ReturnType<typeof createStepRunner>
export type RunSteps = StepRunner['runSteps']

/** Runs a list of steps, each independently, for whatever they belong to: a command, an automation, a cue. */
export function createStepRunner<Services>(
  needs: StepEngineNeeds<Services>,
  runNested: RunNested,
  writeCommands: (tx: Writer, ran: readonly RanCommand[]) => Promise<void>,
) {
  const { db, clock, log, chat, stepHandlers, stepServices, variablesOf } = needs
  const { connectedOf, prepare, originOf, openSubject } = createRunPreparation(needs)
  const contextOf = createStepContexts({ chat, connectedOf, runNested, asFailure })

  async function begin(
    execution: Execution,
    by: Caller,
    source: StepSource,
    origin: Origin,
    storeWithRun?: StoreWithRun,
  ): Promise<StepRun> {
    const run = await prepare(by, source, origin)
    const steps = { run, replies: [], sentTo: new Set<Platform>(), outcomes: [], pending: [] }
    return Object.assign(steps, { context: { ...contextOf(execution, run, source, origin, steps), storeWithRun } })
  }

  async function performSteps(
    execution: Execution,
    steps: StepRun,
    written: readonly unknown[],
    options: Pick<StepOptions, 'onStep' | 'onError' | 'isDry'> = {},
    place = '',
  ): Promise<void> {
    const { onStep, onError = 'continue', isDry = false } = options
    for (const [index, step] of written.entries()) {
      const type = typeOf(step)
      const path = `${place}${index + 1}`
      if (steps.stoppedBy !== undefined || steps.isEnded) {
        steps.outcomes.push({ type, path, ok: false, detail: { skipped: true } })
        continue
      }
      await onStep?.({ path, type })
      const outcome = await attempt(steps, type, () => performStep(execution, step, steps.context, isDry), path)
      await onStep?.({ path, type, outcome })
      const stops = execution.isStopped() || (onErrorOf(step) ?? onError) === 'stop'
      if (!outcome.ok && stops) steps.stoppedBy = outcome.failure
      for (const next of steps.pending.splice(0)) {
        for (let round = 0; round < (next.times ?? 1) && isGoingOn(steps); round++) {
          await performSteps(execution, steps, next.steps, options, `${path}.${next.place}.`)
        }
      }
    }
  }

  async function performStep(
    execution: Execution,
    step: unknown,
    context: StepContext,
    isDry: boolean,
  ): Promise<StepResult> {
    execution.takeStep()
    const definition = getStep(step)
    const lookup = variablesOf(context.run)
    const delaySeconds = delaySecondsOf(step)
    if (delaySeconds > 0 && !isDry) await execution.pause(delaySeconds)
    const isMet = () => isConditionMet(conditionOf(step), context.run, lookup, execution.takePatternWork)
    const met = await execution.inTime(isMet)
    const { nested, branches, input }: StepDefinition = definition
    if (!met && branches !== true) return { condition: false }
    const fields = await execution.inTime(() => readFields(step, { input, nested: nested ?? [] }, lookup))
    if (branches === true) return branch(fields, met, context)
    const isFlow = nested !== undefined || definition.type === 'stop'
    if (isDry && !isFlow) return { would: fields }
    // The compiler knows that every step has a handler for its input, but not that these two belong together.
    const handler = stepHandlers[definition.type] as StepHandler<unknown, Services>
    const work = () => handler(fields, context, stepServices)
    return handler.limitsItsTime ? work() : execution.inTime(work)
  }

  /** A failure is recorded and does not affect the other steps. */
  async function attempt(
    { outcomes }: StepRun,
    type: string,
    action: () => Promise<StepResult | undefined>,
    path?: string,
  ): Promise<StepOutcome> {
    const place = path === undefined ? { type } : { type, path }
    const startedAt = clock.steady()
    const took = () => Math.round(clock.steady() - startedAt)
    let outcome: StepOutcome
    try {
      const detail = await action()
      outcome = { ...place, ok: true, ms: took(), ...(detail === undefined ? {} : { detail }) }
    } catch (error) {
      outcome = { ...place, ok: false, ms: took(), failure: asFailure(error) }
    }
    outcomes.push(outcome)
    return outcome
  }

  function asFailure(error: unknown): Failure {
    if (error instanceof Failure) return error
    log.error('a step failed', { error })
    return new Failure('internal_error', { cause: error })
  }

  async function write(tx: Writer, { sent, ran }: ExecutionRecords): Promise<void> {
    for (const { caller, line } of sent) await chat.note(tx, caller, line)
    await writeCommands(tx, ran)
  }

  /** Steps may take an hour, so what they sent and ran is recorded as they go. */
  async function writeProgress(execution: Execution): Promise<void> {
    const records = execution.takeRecords()
    if (records.sent.length > 0 || records.ran.length > 0) await db.write((tx) => write(tx, records))
  }

  return {
    prepare,
    begin,
    performSteps,
    attempt,
    asFailure,
    originOf,

    /** Whether all conditions are true for whom and where these steps would run. */
    async areConditionsMet(caller: Caller, conditions: readonly unknown[], subject: StepSubject): Promise<boolean> {
      if (conditions.length === 0) return true
      const execution = createExecution(clock)
      const { source, origin } = await openSubject(execution, caller, subject, 1)
      const run = await prepare(caller, source, origin)
      return execution.inTime(() => isConditionMet(conditions, run, variablesOf(run), execution.takePatternWork))
    },

    /** Whether these steps do nothing but store rows, with `storeWithRun`. */
    onlyStoreRows(steps: readonly Readonly<Record<string, unknown>>[]): boolean {
      return steps.every((step) => {
        const known = findStep(typeOf(step))
        return (
          known !== undefined &&
          step.delay === undefined &&
          (stepHandlers[known.type] as StepHandler<unknown, Services>).onlyStoresRows?.(step) === true
        )
      })
    },

    /** What the steps sent and ran is recorded when this resolves; what they did themselves, when they did it. */
    async runSteps(
      caller: Caller,
      steps: readonly unknown[],
      subject: StepSubject,
      options: StepOptions = {},
    ): Promise<FinishedSteps> {
      const { signal, limits, place, depth = 1, storeWithRun } = options
      const execution = createExecution(clock, limits, signal, place)
      const { source, origin } = await openSubject(execution, caller, subject, depth)
      const run = await begin(execution, caller, source, origin, storeWithRun)
      const onStep = async (progress: StepProgress) => {
        if (progress.outcome !== undefined) await writeProgress(execution)
        await options.onStep?.(progress)
      }
      await performSteps(execution, run, steps, { ...options, onStep })
      return { outcomes: run.outcomes, failure: run.stoppedBy, isStopped: execution.isStopped() }
    },
  }
}

function isGoingOn({ stoppedBy, isEnded }: StepRun): boolean {
  return stoppedBy === undefined && isEnded !== true
}
