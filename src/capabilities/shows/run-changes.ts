import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { englishOf } from '../../kernel/text/store-text.ts'
import type { Events } from '../events/events.ts'
import { nextClockTime } from './clock-time.ts'
import { type CueCause, type CueStart, maxClockAheadMs, readCueStart, type WrittenCue } from './contract/shows.ts'
import { planCues } from './plan.ts'
import { createRunRecords, type RunChange } from './run-records.ts'
import { type CueRun, insertCueRun } from './show-rows.ts'

export type RunChanges = ReturnType<typeof createRunChanges>

/** The transitions of a show, each within the transaction of its cause. Only rows change here; `cue-player.ts` acts. */
export function createRunChanges({ clock, bus, events }: { clock: Clock; bus: Bus; events: Events }) {
  const { store, setState, active, numbersRun } = createRunRecords(bus)

  function about({ show, run }: RunChange) {
    return { show_id: show.id, show: show.name, run_id: run.id }
  }

  /** The cue that stands on standby once this one has started: cues whose clock time has started them are left out. */
  async function nextOf(change: RunChange, place: number): Promise<number | undefined> {
    const { tx, cause, show, run } = change
    const done = await numbersRun(tx, cause.channel.id, run.id)
    const found = show.cues.findIndex((cue, index) => index > place && !(hasClock(cue) && done.has(cue.number)))
    return found < 0 ? undefined : found
  }

  function standby(change: RunChange, place: number | undefined): void {
    const { show, run } = change
    const cue = place === undefined ? undefined : show.cues[place]
    change.run = { ...run, standby_cue: cue?.number ?? null, standby_place: place ?? show.cues.length }
  }

  return {
    store,
    active,
    setState,
    standby,
    numbersRun,
    now: () => clock.now(),

    /** Starts a cue, which waits first if it has a pre-wait, and puts the next one on standby. */
    async start(change: RunChange, cue: WrittenCue, why: CueCause): Promise<void> {
      const { tx, cause, show, now } = change
      const channel = cause.channel.id
      const seq = change.run.last_seq + 1
      await tx.run(insertCueRun, {
        channel,
        run: change.run.id,
        seq,
        number: cue.number,
        name: cue.name,
        cause: why,
        now,
        until: now + cue.pre_wait * 1000,
        total: cue.steps.length,
      })
      if (change.run.started_at === null) {
        const plan = JSON.stringify(planCues(show.cues, cue.number, now, cause.channel.timeZone))
        change.run = { ...change.run, started_at: now, armed_at: now - 1, plan }
        await events.appendNew(tx, cause, { kind: 'show.started', data: about(change) })
      }
      const wasStandby = change.run.standby_cue === cue.number
      change.run = { ...change.run, state: 'running', current_cue: cue.number, last_seq: seq }
      // A clock time starts its cue wherever the operator is, and leaves the rest as it is.
      if (why !== 'clock' || wasStandby) {
        change.run = { ...change.run, follow_of: seq, follow_at: null, follow_left: null }
        standby(change, await nextOf(change, show.cues.indexOf(cue)))
      }
      const data = { ...about(change), number: cue.number, name: cue.name, cause: why }
      await events.appendNew(tx, cause, { kind: 'cue.started', data })
    },

    /**
     * Ends a cue. If it put the next one on standby and that one follows by itself, its time begins now: also of a cue
     * that a restart interrupted, after which the show is held.
     */
    async finish(
      change: RunChange,
      cue: CueRun,
      status: 'finished' | 'failed' | 'stopped' | 'interrupted',
    ): Promise<void> {
      const { tx, cause, show, now } = change
      await setState(change, cue, { state: status, finished_at: now, wait_until: null, wait_left: null })
      const data = {
        ...about(change),
        number: cue.number,
        name: cue.name,
        status,
        message: cue.error && englishOf(cue.error),
      }
      const texts = cue.error === null ? undefined : { message: cue.error }
      await events.appendNew(tx, cause, { kind: 'cue.finished', data, texts })
      const { run } = change
      if (run.follow_of !== cue.seq || status === 'stopped') return
      const next = show.cues.find(({ number }) => number === run.standby_cue)
      const start = next === undefined ? undefined : readCueStart(next.start)
      if (typeof start !== 'object' || !('after' in start)) return
      const waitMs = start.after * 1000
      change.run =
        run.state === 'held' ? { ...run, follow_left: waitMs } : { ...run, follow_at: now + waitMs, follow_left: null }
    },

    /** Freezes waits and follow-ups. Steps that have begun go on. */
    async hold(change: RunChange, why: 'operator' | 'restart'): Promise<void> {
      const { now } = change
      for (const cue of await active(change)) {
        if (cue.wait_until === null) continue
        await setState(change, cue, { wait_until: null, wait_left: Math.max(0, cue.wait_until - now) })
      }
      const { follow_at: followAt } = change.run
      const left = followAt === null ? change.run.follow_left : Math.max(0, followAt - now)
      change.run = { ...change.run, state: 'held', follow_at: null, follow_left: left }
      const data = { ...about(change), cause: why }
      await events.appendNew(change.tx, change.cause, { kind: 'show.held', data })
    },

    /** Waits and follow-ups go on where they were. Clock times that passed meanwhile start nothing. */
    async resume(change: RunChange): Promise<void> {
      const { now } = change
      for (const cue of await active(change)) {
        if (cue.wait_left !== null) await setState(change, cue, { wait_until: now + cue.wait_left, wait_left: null })
      }
      const { follow_left: left } = change.run
      change.run = {
        ...change.run,
        state: 'running',
        armed_at: now,
        follow_at: left === null ? null : now + left,
        follow_left: null,
      }
      await events.appendNew(change.tx, change.cause, { kind: 'show.resumed', data: about(change) })
    },

    async end(change: RunChange, why: 'finished' | 'stopped'): Promise<void> {
      const { now, run } = change
      change.run = { ...run, state: 'stopped', ended_at: now, follow_of: null, follow_at: null, follow_left: null }
      // A show that was only on standby has not taken place.
      if (run.started_at === null) return
      const data = { ...about(change), cause: why }
      await events.appendNew(change.tx, change.cause, { kind: 'show.ended', data })
    },

    async takeLead(change: RunChange, { id, name }: { readonly id: string; readonly name: string }): Promise<void> {
      change.run = { ...change.run, lead: id, lead_name: name }
      await events.appendNew(change.tx, change.cause, { kind: 'show.lead-taken', data: { ...about(change), name } })
    },

    /** When the clock times of cues that have not run are due, for as long as the show runs. */
    async clockTimes(change: RunChange): Promise<{ readonly cue: WrittenCue; readonly at: number }[]> {
      const { tx, cause, show, run } = change
      const startedAt = run.started_at
      if (startedAt === null || !show.cues.some(hasClock)) return []
      const done = await numbersRun(tx, cause.channel.id, run.id)
      return show.cues.flatMap((cue) => {
        const start = readCueStart(cue.start)
        if (!isClock(start) || done.has(cue.number)) return []
        const at = nextClockTime(start.at, cause.channel.timeZone, startedAt)
        const isAhead = at > (run.armed_at ?? startedAt) && at - startedAt <= maxClockAheadMs
        return isAhead ? [{ cue, at }] : []
      })
    },
  }
}

function isClock(start: CueStart | undefined): start is { readonly at: string } {
  return typeof start === 'object' && 'at' in start
}

function hasClock({ start }: WrittenCue): boolean {
  return isClock(readCueStart(start))
}
