import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import { type Platform, platformNamed } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import { invalid } from '../steps/invalid.ts'
import type { RunBy } from '../steps/run-user.ts'
import type { StepRunner, StepSubject } from '../steps/step-runner.ts'
import type { StopSignals } from '../steps/stop-signals.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Automation } from './automation.ts'
import { asAutomation, countRun, findById } from './automation-rows.ts'
import type { AutomationRuns } from './automation-runs.ts'
import { requestIdOfRun } from './chain.ts'
import { automationLimits, maxChainDepth, type RunStatus, type TriggerType } from './contract/automations.ts'
import { automationErrors } from './messages.ts'
import { createPace } from './pace.ts'
import { type RecordedStep, recordedStep } from './recorded-step.ts'
import { createRunLimits } from './run-limits.ts'
import { createStartsPerMinute } from './starts-per-minute.ts'

/** Progress of a long run is stored this often, for whoever watches it. */
const progressEveryMs = 1_000
/** A node says this often that its runs still run. */
const renewEveryMs = 20_000
/** How often a queued run asks whether another node has finished. */
const askAgainMs = 250
/** Steps and starts of this node at once. Few enough that another caller's write waits a few milliseconds for them. */
const stepsAtOnce = 16
/** A step that takes longer waits for something else than the database. */
const longestStepMs = 50
/** How often the end of a run is stored again when the database refuses it. */
const maxStoreAttempts = 60
const storePauseMs = 1_000

/** Something that starts automations. */
export interface Occurrence {
  readonly trigger: TriggerType
  readonly event?: { readonly kind: string; readonly seq: number | null } | undefined
  readonly platform?: Platform | undefined
  readonly viewerId?: number | undefined
  readonly by?: RunBy | undefined
  readonly args?: string | undefined
  readonly messageId?: string | undefined
  readonly redemption?: Redemption | undefined
  readonly data: Readonly<Record<string, unknown>>
  /** The depth of the run in its chain of automations. */
  readonly depth: number
}

type Startable = Pick<Automation, 'id' | 'name' | 'run' | 'conditions'>

interface StartedRun {
  readonly id: number
  readonly channel: Channel
  readonly automation: Automation
  readonly occurrence: Occurrence
}

export type AutomationEngine = ReturnType<typeof createAutomationEngine>

/** Runs automations: whether they may start, one after the other or at once, and the record of what they did. */
export function createAutomationEngine(needs: {
  db: Database
  clock: Clock
  log: Log
  platforms: Platforms
  runs: AutomationRuns
  stepRunner: Pick<StepRunner, 'runSteps' | 'areConditionsMet'>
  stops: StopSignals
  streamStates: StreamStates
}) {
  const { db, clock, log, platforms, runs, stepRunner, stops, streamStates } = needs
  const limits = createRunLimits({ db, clock, log })
  const startsPerMinute = createStartsPerMinute({ clock, runs })
  const pace = createPace({ atOnce: stepsAtOnce, longestMs: longestStepMs })
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  let renewing: NodeJS.Timeout | undefined

  function subjectOf({ id, name, run }: Startable, occurrence: Occurrence): StepSubject {
    const { by, platform, args, messageId, redemption, data } = occurrence
    const wanted = run.platforms.length === 0 ? undefined : run.platforms.map(platformNamed)
    const optional = { ...(by === undefined ? {} : { by }), ...(args === undefined ? {} : { args }) }
    return {
      source: `automation:${id}`,
      title: name,
      platforms: wanted,
      platform,
      messageId,
      redemption,
      data,
      ...optional,
    }
  }

  /** Where it happened, or one of the platforms of the automation. */
  async function isAllowedNow(channel: Channel, automation: Startable, occurrence: Occurrence): Promise<boolean> {
    const { run, conditions } = automation
    const { only_live, only_categories, blocked_categories } = run
    if (only_live === 1 || only_categories.length > 0 || blocked_categories.length > 0) {
      const wanted = occurrence.platform === undefined ? run.platforms.map(platformNamed) : [occurrence.platform]
      const connected = await platforms.connected(channel.id, wanted.length === 0 ? undefined : wanted)
      const states = await Promise.all(connected.map(({ account }) => streamStates.find(channel.id, account.platform)))
      if (!states.some((state) => state !== undefined && isFitting(automation, state))) return false
    }
    const caller = { channel, actor: `automation:${automation.id}`, requestId: '' }
    return stepRunner.areConditionsMet(caller, conditions, subjectOf(automation, occurrence))
  }

  /** In one transaction with the row of the run, so that two nodes cannot both pass a cooldown. */
  async function begin(
    tx: Writer,
    channel: Channel,
    id: number,
    occurrence: Occurrence,
  ): Promise<StartedRun | 'refused' | 'busy' | 'limited'> {
    const row = await tx.get(findById, { channel: channel.id, id })
    const automation = row && asAutomation(row)
    if (automation === undefined || !automation.active) return 'refused'
    const { cooldown_seconds: cooldown, mode } = automation.run
    if (cooldown > 0 && isWithin(cooldown * 1000, automation.lastRunAt)) return 'refused'
    if (mode !== 'parallel' && (await runs.isRunning(tx, channel.id, id))) return mode === 'drop' ? 'refused' : 'busy'
    if (await startsPerMinute.isReached(tx, channel.id, automation)) return 'limited'
    return record(tx, channel, automation, occurrence)
  }

  /** Not of a time in the future: the clock was set back since. */
  function isWithin(ms: number, at: number | null | undefined): boolean {
    const now = clock.now()
    return at != null && at <= now && now - at < ms
  }

  async function record(tx: Writer, channel: Channel, automation: Automation, occurrence: Occurrence) {
    const cause = { channel, actor: `automation:${automation.id}`, requestId: '' }
    const id = await runs.begin(tx, cause, automation, occurrence)
    await tx.run(countRun, { channel: channel.id, id: automation.id, now: clock.now() })
    return { id, channel, automation, occurrence }
  }

  async function perform(started: StartedRun): Promise<void> {
    const { id, channel, automation, occurrence } = started
    const caller: Caller = {
      channel,
      actor: `automation:${automation.id}`,
      requestId: requestIdOfRun(id, occurrence.depth),
    }
    const stop = stops.begin(channel.id)
    const steps: RecordedStep[] = []
    let writtenAt = clock.steady()
    let endStep = () => {}
    const count = { get: () => Promise.resolve(automation.runCount + 1), isStored: () => true }
    try {
      const finished = await stepRunner.runSteps(
        caller,
        automation.steps,
        { ...subjectOf(automation, occurrence), count },
        {
          signal: AbortSignal.any([stop.signal, closing.signal]),
          limits: automationLimits,
          onError: automation.run.on_error,
          async onStep({ path, type, outcome }) {
            endStep()
            if (outcome === undefined && type !== 'wait') endStep = await pace.enter()
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
      const all = finished.outcomes.map(recordedStep)
      const failed = finished.outcomes.find(({ failure }) => failure !== undefined)?.failure
      await finish(started, caller, statusOf(finished.isStopped, failed), failed?.message, all)
    } catch (error) {
      log.error('an automation failed', { channelId: channel.id, id: automation.id, error })
      await finish(started, caller, 'failed', new Failure('internal_error').message, steps)
    } finally {
      endStep()
      stop.end()
    }
  }

  function statusOf(isStopped: boolean, failure: Failure | undefined): RunStatus {
    if (closing.signal.aborted && isStopped) return 'cut_off'
    if (isStopped) return 'stopped'
    return failure === undefined ? 'done' : 'failed'
  }

  async function finish(
    { id, automation, occurrence }: StartedRun,
    caller: Caller,
    status: RunStatus,
    error: string | undefined,
    steps: readonly RecordedStep[],
  ): Promise<void> {
    const run = { id, automation, depth: occurrence.depth }
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTurn(() => db.write((tx) => runs.finish(tx, caller, run, { status, error, steps })))
      } catch (cause) {
        // A run whose end is not stored would run for ever, and hold up those that wait for it.
        if (attempt === maxStoreAttempts || closing.signal.aborted) throw cause
        await new Promise((resolve) => setTimeout(resolve, storePauseMs).unref())
      }
    }
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const end = await pace.enter()
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Remembers the work until it is over, and says meanwhile that this node is alive. */
  function track(work: Promise<void>): void {
    running.add(work)
    renewing ??= setInterval(() => {
      runs.renew().catch((error: unknown) => log.warn('running automations could not be renewed', { error }))
    }, renewEveryMs).unref()
    void work.finally(() => {
      running.delete(work)
      if (running.size > 0) return
      clearInterval(renewing)
      renewing = undefined
    })
  }

  async function startAndPerform(channel: Channel, startable: Startable, occurrence: Occurrence): Promise<boolean> {
    if (!(await inTurn(() => isAllowedNow(channel, startable, occurrence)))) return false
    const started = await beginInTurn(channel, startable.id, occurrence)
    if (started === undefined) return false
    await perform(started)
    return true
  }

  /** Waits while another node runs it, if it is to run one after the other. Undefined: it does not start. */
  async function beginInTurn(channel: Channel, id: number, occurrence: Occurrence): Promise<StartedRun | undefined> {
    const stop = stops.begin(channel.id)
    try {
      while (!closing.signal.aborted && !stop.signal.aborted) {
        const started = await inTurn(() => db.write((tx) => begin(tx, channel, id, occurrence)))
        if (started === 'limited') limits.drop(channel.id, id)
        if (started === 'refused' || started === 'limited') return undefined
        if (started !== 'busy') return started
        await new Promise((resolve) => setTimeout(resolve, askAgainMs).unref())
      }
      return undefined
    } finally {
      stop.end()
    }
  }

  return {
    /** Whether it runs on this platform, and a limit of this node lets it start now; if not, that is counted. */
    admits: (channelId: number, { id, run }: Pick<Startable, 'id' | 'run'>, platform: Platform | null): boolean =>
      runsOn(run, platform ?? undefined) && limits.admits({ channelId, id, run }),

    /** Counts a start that did not happen. */
    drop: limits.drop,

    /** How many runs this node has under way, and how many starts wait. */
    counts: limits.counts,

    /** Whether its conditions are met where this happens. */
    isAllowedNow,

    /** Starts an automation whose trigger has matched, as its limits allow. Does not wait for it. */
    offer(channel: Channel, startable: Startable, occurrence: Occurrence): void {
      if (closing.signal.aborted) return
      const { id, run } = startable
      const { platform, depth } = occurrence
      if (!runsOn(run, platform)) return
      if (depth > maxChainDepth) {
        limits.drop(channel.id, id)
        return
      }
      limits.take({ channelId: channel.id, id, run }, () => {
        const work = startAndPerform(channel, startable, occurrence).catch((error: unknown) => {
          log.error('an automation could not be started', { channelId: channel.id, id, error })
          return false
        })
        track(work.then(() => {}))
        return work
      })
    },

    /**
     * For a person, a key or a step that starts this one automation: cooldown, conditions and queue do not apply. The
     * run is a row of the transaction, and begins after its commit.
     */
    async startNow(tx: Writer, channel: Channel, automation: Automation, occurrence: Occurrence): Promise<number> {
      if (!automation.active) throw new Failure('automation_disabled')
      if (occurrence.depth > maxChainDepth) throw invalid(automationErrors.tooDeep({ max: maxChainDepth }))
      if (limits.isFull()) throw new Failure('overloaded', { message: automationErrors.tooMuchRunning() })
      const started = await record(tx, channel, automation, occurrence)
      tx.onCommit(() => {
        const work = limits
          .count(() => perform(started))
          .catch((error: unknown) => {
            log.error('the end of an automation could not be stored', {
              channelId: channel.id,
              id: automation.id,
              error,
            })
          })
        track(work)
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
      while (running.size > 0) await Promise.all(running)
      await limits.flush()
    },

    /** Runs that are under way are cut off, and recorded as such. */
    async close(): Promise<void> {
      closing.abort()
      limits.close()
      while (running.size > 0) await Promise.all(running)
      await limits.flush()
    },
  }
}

function runsOn({ platforms }: Automation['run'], platform: Platform | undefined): boolean {
  return platforms.length === 0 || platform === undefined || platforms.map(platformNamed).includes(platform)
}

function isFitting(
  { run: { only_live, only_categories, blocked_categories } }: Startable,
  { live, category }: { readonly live: boolean; readonly category: { readonly name: string } },
): boolean {
  if (only_live === 1 && !live) return false
  const has = (names: readonly string[]) => names.some((name) => nameKey(name) === nameKey(category.name))
  return !has(blocked_categories) && (only_categories.length === 0 || has(only_categories))
}
