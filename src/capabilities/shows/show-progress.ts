import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { storeText } from '../../kernel/text/store-text.ts'
import type { Channels } from '../channels/channels.ts'
import { readCueStart, type WrittenCue } from './contract/shows.ts'
import { showErrors } from './messages.ts'
import type { RunChanges } from './run-changes.ts'
import type { RunChange } from './run-records.ts'
import {
  type CueRun,
  closeRun,
  findCueRun,
  findRun,
  listOpenRuns,
  type ShowRun,
  setStepsDone,
  setStepWait,
  setWaitingRest,
} from './show-rows.ts'
import { cueOnStandby } from './show-runs.ts'
import type { ShowCause, Shows } from './shows.ts'

/** Each round may start a cue that follows at once. More of them in one moment are an accident. */
const maxRounds = 50

/** A cue whose steps are to run now. */
export interface BegunCue {
  readonly seq: number
  readonly cue: WrittenCue
  /** How many of its steps were done before a restart. */
  readonly from: number
  readonly cause: ShowCause
}

export interface Progress {
  readonly begun: readonly BegunCue[]
  /** The run is over, or does not exist any more: what it still does ends. */
  readonly isOver: boolean
  /** When something is due next. */
  readonly nextAt: number | undefined
}

export interface StepsResult {
  /** Why a step failed, if one did. */
  readonly error: Text | null
}

export type ShowProgress = ReturnType<typeof createShowProgress>

/** What happens to a run by itself: waits end, steps end, cues follow or start at their time. */
export function createShowProgress(needs: { db: Database; changes: RunChanges; channels: Channels; shows: Shows }) {
  const { db, changes, channels, shows } = needs

  async function load(tx: Writer, channel: Channel, runId: number): Promise<RunChange | undefined> {
    const run = await tx.get(findRun, { channel: channel.id, id: runId })
    if (run === undefined) return undefined
    const show = await shows.find(tx, channel.id, run.show_id)
    if (show === undefined) {
      // The test channel loses its copy when the show is deleted, whoever rehearses it.
      await tx.run(closeRun, { channel: channel.id, id: runId, now: changes.now() })
      return undefined
    }
    const cause = { channel, actor: `show:${run.show_id}`, requestId: `show-${channel.id}-${runId}` }
    return { tx, cause, show, run, now: changes.now() }
  }

  /** Whether anything was due. */
  async function takeDue(change: RunChange, begun: BegunCue[]): Promise<boolean> {
    const { show, cause, now } = change
    let hasChanged = false
    for (const cueRun of await changes.active(change)) {
      const { seq, number, state, wait_until: until } = cueRun
      if (until === null || until > now) continue
      hasChanged = true
      if (state === 'post_wait') {
        await changes.finish(change, cueRun, cueRun.error === null ? 'finished' : 'failed')
        continue
      }
      const cue = show.cues.find((one) => one.number === number)
      await changes.setState(change, cueRun, { state: 'running', steps_at: cueRun.steps_at ?? now, wait_until: null })
      // A cue that was deleted while it waited has no steps any more.
      begun.push({ seq, cause, cue: cue ?? { ...emptyCue, number, name: cueRun.name }, from: cueRun.steps_done })
    }
    const { follow_at: followAt } = change.run
    const next = cueOnStandby(show, change.run)
    if (followAt !== null && followAt <= now) {
      hasChanged = true
      change.run = { ...change.run, follow_at: null }
      if (next !== undefined && isFollowing(next)) await changes.start(change, next, 'follow')
    }
    for (const { cue, at } of await changes.clockTimes(change)) {
      if (at > now) continue
      hasChanged = true
      await changes.start(change, cue, 'clock')
    }
    return hasChanged
  }

  async function nextDue(change: RunChange): Promise<number | undefined> {
    const { run } = change
    const waits = (await changes.active(change)).map(({ wait_until }) => wait_until)
    const clock = (await changes.clockTimes(change)).map(({ at }) => at)
    const all = [...waits, run.follow_at, ...clock].filter((at) => at !== null)
    return all.length === 0 ? undefined : Math.min(...all)
  }

  async function cutOff(change: RunChange, cueRun: CueRun): Promise<void> {
    const { tx, cause, show, run, now } = change
    const { seq, number, step_until: until, steps_done: before, steps_total: total } = cueRun
    const cue = show.cues.find((one) => one.number === number)
    // A cue that was changed since may have other steps behind the wait.
    if (until !== null && cue?.steps.length === total && show.changedAt <= cueRun.started_at) {
      const left = Math.max(0, until - now)
      await tx.run(setWaitingRest, { channel: cause.channel.id, run: run.id, seq, done: before + 1, left })
      return
    }
    const error = storeText(showErrors.interrupted.of({ done: before, total }))
    await changes.finish(change, { ...cueRun, error }, 'interrupted')
  }

  /** Nothing runs, nothing is on standby and nothing will start by itself. */
  async function isFinished(change: RunChange): Promise<boolean> {
    if (cueOnStandby(change.show, change.run) !== undefined || change.run.follow_at !== null) return false
    return (await changes.active(change)).length === 0 && (await changes.clockTimes(change)).length === 0
  }

  return {
    /** Does what is due now. The steps of the cues that it returns are run by the caller, and by nobody else. */
    async advance(tx: Writer, channel: Channel, runId: number): Promise<Progress> {
      const change = await load(tx, channel, runId)
      if (change === undefined || change.run.state === 'stopped') return { begun: [], isOver: true, nextAt: undefined }
      if (change.run.state !== 'running') return { begun: [], isOver: false, nextAt: undefined }
      const begun: BegunCue[] = []
      let hasChanged = false
      for (let round = 0; round < maxRounds && (await takeDue(change, begun)); round++) hasChanged = true
      const isOver = await isFinished(change)
      if (isOver) await changes.end(change, 'finished')
      if (isOver || hasChanged) await changes.store(change)
      return { begun, isOver, nextAt: await nextDue(change) }
    },

    async noteStep(tx: Writer, channel: Channel, runId: number, seq: number, done: number): Promise<void> {
      const noted = await tx.run(setStepsDone, { channel: channel.id, run: runId, seq, done })
      const change = noted === 0 ? undefined : await load(tx, channel, runId)
      if (change !== undefined) await changes.store(change)
    },

    /** A step that waits has begun: after a restart the cue continues behind it. */
    async noteWait(tx: Writer, channel: Channel, runId: number, seq: number, done: number, seconds: number) {
      const until = changes.now() + seconds * 1000
      await tx.run(setStepWait, { channel: channel.id, run: runId, seq, done, until })
    },

    /** The steps of a cue have ended: its post-wait begins, or it is finished. */
    async finishSteps(
      tx: Writer,
      channel: Channel,
      runId: number,
      { seq, cue }: BegunCue,
      result: StepsResult,
    ): Promise<void> {
      const error = result.error && storeText(result.error)
      const change = await load(tx, channel, runId)
      const cueRun = await tx.get(findCueRun, { channel: channel.id, run: runId, seq })
      if (change === undefined || cueRun?.state !== 'running') return
      const waitMs = cue.post_wait * 1000
      if (waitMs === 0) {
        await changes.finish(change, { ...cueRun, error }, error === null ? 'finished' : 'failed')
      } else {
        const wait =
          change.run.state === 'held' ? { wait_left: waitMs, wait_until: null } : { wait_until: change.now + waitMs }
        await changes.setState(change, cueRun, { state: 'post_wait', error, ...wait })
      }
      await changes.store(change)
    },

    /** The runs under way. */
    async listOpen(reader: Reader): Promise<{ readonly channelId: number; readonly runId: number; isHeld: boolean }[]> {
      const rows = await reader.all(listOpenRuns, {})
      return rows.map(({ channel_id: channelId, id: runId, state }) => ({ channelId, runId, isHeld: state === 'held' }))
    },

    /**
     * After a restart, or when another node takes over: the position is kept, and everything is held. A cue that was in a
     * wait keeps what was left of it and the steps after it. Of a cue that was in the middle of another step nobody knows
     * whether that took effect, so it is over, and says what was left out. Nothing starts until an operator presses Go.
     */
    async recover(): Promise<number> {
      const open = await this.listOpen(db)
      for (const { channelId, runId } of open) {
        const channel = await channels.find(channelId)
        if (channel === undefined) continue
        await db.write(async (tx) => {
          const change = await load(tx, channel, runId)
          if (change === undefined || !isUnderWay(change.run)) return
          for (const cueRun of await changes.active(change)) {
            if (cueRun.state === 'running') await cutOff(change, cueRun)
          }
          if (change.run.state === 'running') await changes.hold(change, 'restart')
          await changes.store(change)
        })
      }
      return open.length
    },
  }
}

const emptyCue: Omit<WrittenCue, 'number' | 'name'> = { notes: '', start: 'go', pre_wait: 0, post_wait: 0, steps: [] }

function isUnderWay({ state }: ShowRun): boolean {
  return state === 'running' || state === 'held'
}

function isFollowing({ start }: WrittenCue): boolean {
  const read = readCueStart(start)
  return typeof read === 'object' && 'after' in read
}
