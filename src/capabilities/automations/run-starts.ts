import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { StopSignals } from '../steps/stop-signals.ts'
import type { Automation } from './automation.ts'
import { type AutomationRow, asAutomation, countRun, findById } from './automation-rows.ts'
import type { AutomationRuns } from './automation-runs.ts'
import type { Occurrence, StartedRun } from './occurrence.ts'
import { createStartsPerMinute } from './starts-per-minute.ts'
import type { WaitingStart, WaitingStarts } from './waiting-starts.ts'

/** How often a queued run asks whether another node has finished. */
const askAgainMs = 250

export type RunStarts = ReturnType<typeof createRunStarts>

/** Stores that a run has started, if cooldown, mode and limit of the automation allow it, whichever node it runs on. */
export function createRunStarts(needs: {
  readonly db: Database
  readonly clock: Clock
  readonly runs: AutomationRuns
  readonly stops: StopSignals
  readonly closing: AbortSignal
  /** Counts a start that did not happen. */
  readonly drop: (channelId: number, id: number) => void
  readonly forget: (start: WaitingStart | undefined) => void
  readonly waiting: WaitingStarts
  readonly inTurn: <T>(channelId: number, id: number, work: () => Promise<T>) => Promise<T>
}) {
  const { db, clock, runs, stops, closing, drop, forget, waiting, inTurn } = needs
  const startsPerMinute = createStartsPerMinute({ clock, runs })

  /**
   * In one transaction with the row of the run, so that two nodes cannot both pass a cooldown. What is stored of the
   * start goes in the same transaction: without it, another node has begun or counted this start. `prepared` is the
   * automation as it was when its steps ran, where they ran first.
   */
  async function begin(
    tx: Writer,
    channel: Channel,
    id: number,
    occurrence: Occurrence,
    prepared?: AutomationRow,
  ): Promise<StartedRun | 'refused' | 'busy' | 'limited' | 'changed'> {
    const judged = await judge(tx, channel, id, occurrence, prepared)
    if (judged === 'busy' || judged === 'changed') return judged
    const { start } = occurrence
    if (start !== undefined && !(await waiting.take(tx, start))) return 'refused'
    return typeof judged === 'string' ? judged : record(tx, channel, judged, occurrence)
  }

  /** The automation as it is now, if it may start. */
  async function judge(
    tx: Writer,
    channel: Channel,
    id: number,
    { resumedFrom }: Occurrence,
    prepared: AutomationRow | undefined,
  ): Promise<Automation | 'refused' | 'busy' | 'limited' | 'changed'> {
    const row = await tx.get(findById, { channel: channel.id, id })
    const automation = row && asAutomation(row)
    if (automation === undefined || !automation.active) return 'refused'
    if (prepared !== undefined && !isSameRun(prepared, row)) return 'changed'
    const { cooldown_seconds: cooldown, mode } = automation.run
    // What happened during a cooldown does not start it after a restart either.
    const times = resumedFrom === undefined ? [clock.now()] : [clock.now(), resumedFrom]
    if (times.some((time) => isWithin(cooldown * 1000, automation.lastRunAt, time))) return 'refused'
    if (mode !== 'parallel' && (await runs.isRunning(tx, channel.id, id))) return mode === 'drop' ? 'refused' : 'busy'
    if (await startsPerMinute.isReached(tx, channel.id, automation)) return 'limited'
    return automation
  }

  async function record(tx: Writer, channel: Channel, automation: Automation, occurrence: Occurrence) {
    const cause = { channel, actor: `automation:${automation.id}`, requestId: '' }
    const id = await runs.begin(tx, cause, automation, occurrence)
    await tx.run(countRun, { channel: channel.id, id: automation.id, now: clock.now() })
    return { id, channel, automation, occurrence }
  }

  /** Waits while another node runs it, if it is to run one after the other. Undefined: it does not start. */
  async function beginInTurn(channel: Channel, id: number, occurrence: Occurrence): Promise<StartedRun | undefined> {
    const stop = stops.begin(channel.id)
    try {
      while (!closing.aborted && !stop.signal.aborted) {
        const started = await inTurn(channel.id, id, () => db.write((tx) => begin(tx, channel, id, occurrence)))
        if (started === 'limited') drop(channel.id, id)
        if (started === 'refused' || started === 'limited') return undefined
        if (typeof started !== 'string') return started
        await new Promise((resolve) => setTimeout(resolve, askAgainMs).unref())
      }
      const { start } = occurrence
      // At a shutdown, what is stored begins after the next start of a server.
      if (!closing.aborted) forget(start)
      else if (start === undefined) drop(channel.id, id)
      return undefined
    } finally {
      stop.end()
    }
  }

  return { begin, record, beginInTurn, drop }
}

/** Whether a run of both has the same steps and the same number. */
function isSameRun(one: AutomationRow, other: AutomationRow | undefined): boolean {
  return one.definition === other?.definition && one.name === other.name && one.run_count === other.run_count
}

/** Not after a time in the future: the clock was set back since. */
function isWithin(ms: number, at: number | null | undefined, time: number): boolean {
  return at != null && at <= time && time - at < ms
}
