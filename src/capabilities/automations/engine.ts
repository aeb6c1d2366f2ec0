import type { Clock } from '../../kernel/ambient.ts'
import { createShares } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import { type Platform, platformNamed } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { invalid } from '../steps/invalid.ts'
import type { StepRunner } from '../steps/step-runner.ts'
import type { StopSignals } from '../steps/stop-signals.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Automation } from './automation.ts'
import type { AutomationRuns } from './automation-runs.ts'
import { automationLimits, maxChainDepth } from './contract/automations.ts'
import { automationErrors } from './messages.ts'
import { type Occurrence, type Startable, type StartedRun, subjectOf } from './occurrence.ts'
import { recordedStep } from './recorded-step.ts'
import { createRunLimits, type Verdict } from './run-limits.ts'
import { createRunPerformer } from './run-performer.ts'
import { createRunStarts } from './run-starts.ts'
import { createRunningWork } from './running-work.ts'
import { createStartConditions } from './start-conditions.ts'
import type { WaitingStarts } from './waiting-starts.ts'
import { createWholeRuns } from './whole-run.ts'

/** Steps and starts of this node at once. Few enough that another caller's write waits a few milliseconds for them. */
const stepsAtOnce = 16
/** A step that takes longer waits for something else than the database. */
const longestStepMs = 50

export type AutomationEngine = ReturnType<typeof createAutomationEngine>

/** Runs automations: whether they may start, one after the other or at once, and the record of what they did. */
export function createAutomationEngine(needs: {
  db: Database
  clock: Clock
  log: Log
  platforms: Platforms
  runs: AutomationRuns
  stepRunner: Pick<StepRunner, 'runSteps' | 'areConditionsMet' | 'onlyStoreRows'>
  stops: StopSignals
  streamStates: StreamStates
  waiting: WaitingStarts
}) {
  const { log, runs, stepRunner, waiting } = needs
  const limits = createRunLimits(needs)
  const shares = createShares({ places: stepsAtOnce, longestMs: longestStepMs })
  const closing = new AbortController()
  const running = createRunningWork({ renew: () => Promise.all([runs.renew(), waiting.renew()]), log })
  const { isAllowedNow } = createStartConditions(needs)
  const { perform } = createRunPerformer({ ...needs, closing: closing.signal, shares, inTurn })
  const starts = createRunStarts({
    ...needs,
    drop: limits.drop,
    forget: limits.forget,
    closing: closing.signal,
    inTurn,
  })
  const { performWhole } = createWholeRuns({ ...needs, closing: closing.signal, starts, inTurn })

  async function inTurn<T>(channelId: number, id: number, work: () => Promise<T>): Promise<T> {
    const place = shares.placeOf({ channelId, lane: id })
    await place.enter()
    try {
      return await work()
    } finally {
      place.leave()
    }
  }

  async function startAndPerform(channel: Channel, startable: Startable, occurrence: Occurrence): Promise<boolean> {
    const started = await begin(channel, startable, occurrence).catch((error: unknown) => {
      log.error('an automation could not be started', { channelId: channel.id, id: startable.id, error })
      limits.drop(channel.id, startable.id, occurrence.start)
      return undefined
    })
    if (started === undefined || typeof started === 'boolean') return started === true
    await perform(started)
    return true
  }

  /** The run whose steps are to be performed, or whether it has run already. */
  async function begin(
    channel: Channel,
    startable: Startable,
    occurrence: Occurrence,
  ): Promise<StartedRun | boolean | undefined> {
    const { id } = startable
    if (!(await inTurn(channel.id, id, () => isAllowedNow(channel, startable, occurrence)))) {
      limits.forget(occurrence.start)
      return false
    }
    return (await performWhole(channel, id, occurrence)) ?? starts.beginInTurn(channel, id, occurrence)
  }

  return {
    /** Whether it runs on this platform, and the limits of this node let it start now. */
    judge: (channelId: number, { id, run }: Pick<Startable, 'id' | 'run'>, platform: Platform | null): Verdict =>
      runsOn(run, platform ?? undefined) ? limits.judge({ channelId, id, run }) : 'unwanted',

    /** Counts a start that did not happen. */
    drop: limits.drop,

    /** A start that is not meant to happen. */
    forget: limits.forget,

    /** How many runs this node has under way, and how many starts wait. */
    counts: limits.counts,

    /** Whether its conditions are met where this happens. */
    isAllowedNow,

    /** Starts an automation whose trigger has matched, as its limits allow. Does not wait for it. */
    offer(channel: Channel, startable: Startable, occurrence: Occurrence): void {
      const { id, run } = startable
      const { platform, depth, start } = occurrence
      if (!runsOn(run, platform)) limits.forget(start)
      else if (depth > maxChainDepth) limits.drop(channel.id, id, start)
      // What is stored begins after the next start of a server.
      else if (closing.signal.aborted && start === undefined) limits.drop(channel.id, id)
      else if (!closing.signal.aborted) {
        limits.take({ channelId: channel.id, id, run, start }, () => {
          const work = startAndPerform(channel, startable, occurrence).catch((error: unknown) => {
            log.error('the end of an automation could not be stored', { channelId: channel.id, id, error })
            return true
          })
          running.track(work.then(() => {}))
          return work
        })
      }
    },

    /**
     * For a person, a key or a step that starts this one automation: cooldown, conditions and queue do not apply. The
     * run is a row of the transaction, and begins after its commit.
     */
    async startNow(tx: Writer, channel: Channel, automation: Automation, occurrence: Occurrence): Promise<number> {
      if (!automation.active) throw new Failure('automation_disabled')
      if (occurrence.depth > maxChainDepth) throw invalid(automationErrors.tooDeep.of({ max: maxChainDepth }))
      if (!limits.hasRoom(channel.id))
        throw new Failure('overloaded', { message: automationErrors.tooMuchRunning.of() })
      const started = await starts.record(tx, channel, automation, occurrence)
      tx.onCommit(() => {
        const work = limits
          .count(channel.id, () => perform(started))
          .catch((error: unknown) => {
            log.error('the end of an automation could not be stored', {
              channelId: channel.id,
              id: automation.id,
              error,
            })
          })
        running.track(work)
      })
      return started.id
    },

    /** What would happen: whether it would start, and what each step would do. Nothing is done or recorded. */
    async dryRun(channel: Channel, automation: Automation, occurrence: Occurrence) {
      const caller = { channel, actor: `automation:${automation.id}`, requestId: '' }
      const isMet = await isAllowedNow(channel, automation, occurrence)
      const { outcomes } = await stepRunner.runSteps(caller, automation.steps, subjectOf(automation, occurrence), {
        limits: { ...automationLimits, runMs: 10_000 },
        onError: automation.run.on_error,
        isDry: true,
      })
      return { isMet, steps: outcomes.map(recordedStep) }
    },

    /** Forgets what waits in this channel. */
    clearQueues: limits.clear,

    async settled(): Promise<void> {
      await running.settled()
      await limits.flush()
    },

    /** Runs that are under way are cut off, and recorded as such. */
    async close(): Promise<void> {
      closing.abort()
      limits.close()
      await running.settled()
      await limits.flush()
    },
  }
}

function runsOn({ platforms }: Automation['run'], platform: Platform | undefined): boolean {
  return platforms.length === 0 || platform === undefined || platforms.map(platformNamed).includes(platform)
}
