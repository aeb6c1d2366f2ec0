import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { WrittenCue } from './contract/shows.ts'
import { showErrors } from './messages.ts'
import { createOpenRuns, type RunOptions } from './open-runs.ts'
import type { RunChanges } from './run-changes.ts'
import type { RunChange } from './run-records.ts'
import type { Show, ShowRun } from './show-rows.ts'

export type ShowRuns = ReturnType<typeof createShowRuns>

/**
 * What operators do: Go, standby, jump, hold, stop. Each is one transaction on the row of the run, so nodes and callers
 * that act at the same moment follow each other.
 */
export function createShowRuns({ changes }: { changes: RunChanges }) {
  const { findOpen, open, openForGo } = createOpenRuns({ changes })

  return {
    findOpen,

    /** Starts the cue on standby, or resumes a show that is held. */
    async go(tx: Writer, caller: Caller, show: Show, options: RunOptions = {}): Promise<void> {
      const change = await openForGo(tx, caller, show, options)
      if (change === undefined) return
      if (change.run.state === 'held') {
        await changes.resume(change)
      } else {
        const cue = cueOnStandby(show, change.run)
        if (cue === undefined) {
          throw new Failure('cue_not_found', { message: showErrors.lastCueStarted.of({ show: show.name }) })
        }
        await changes.start(change, cue, 'go')
      }
      await changes.store(change)
    },

    /** Starts a cue at once, wherever it is in the list. A show that is held is resumed by it. */
    async jump(tx: Writer, caller: Caller, show: Show, number: string, options: RunOptions = {}): Promise<void> {
      const cue = getCue(show, number)
      const change = await openForGo(tx, caller, show, options, cue.number)
      if (change === undefined) return
      if (change.run.state === 'held') await changes.resume(change)
      await changes.start(change, cue, 'jump')
      await changes.store(change)
    },

    /** Puts a cue on standby, for the next Go. It does not start by itself then. */
    async standby(tx: Writer, caller: Caller, show: Show, number: string, options: RunOptions = {}): Promise<void> {
      const cue = getCue(show, number)
      const change = await open(tx, caller, show, options)
      change.run = { ...change.run, follow_of: null, follow_at: null, follow_left: null }
      changes.standby(change, show.cues.indexOf(cue))
      await changes.store(change)
    },

    /** Puts the cue before the one on standby on standby. */
    async back(tx: Writer, caller: Caller, show: Show, options: RunOptions = {}): Promise<void> {
      const change = await open(tx, caller, show, options)
      const next = cueOnStandby(show, change.run)
      const place = next === undefined ? show.cues.length : show.cues.indexOf(next)
      change.run = { ...change.run, follow_of: null, follow_at: null, follow_left: null }
      changes.standby(change, Math.max(0, place - 1))
      await changes.store(change)
    },

    /** Does nothing to a show that does not run. */
    async hold(tx: Writer, caller: Caller, show: Show, options: RunOptions = {}): Promise<void> {
      if ((await findOpen(tx, caller.channel.id, show.id)) === undefined) return
      const change = await open(tx, caller, show, options)
      if (change.run.state === 'running') await changes.hold(change, 'operator')
      await changes.store(change)
    },

    /** Ends the show and everything that it still does. Does nothing to a show that does not run. */
    async stop(tx: Writer, caller: Caller, show: Show, options: RunOptions = {}): Promise<void> {
      if ((await findOpen(tx, caller.channel.id, show.id)) === undefined) return
      const change = await open(tx, caller, show, options)
      for (const cue of await changes.active(change)) await changes.finish(change, cue, 'stopped')
      await changes.end(change, 'stopped')
      await changes.store(change)
    },

    async takeLead(tx: Writer, caller: Caller, show: Show): Promise<void> {
      await changes.store(await open(tx, caller, show, { takeLead: true }))
    },

    /** After a change of the show: a cue on standby that is gone is replaced by the one in its place. */
    async adapt(tx: Writer, caller: Caller, show: Show): Promise<void> {
      const run = await findOpen(tx, caller.channel.id, show.id)
      if (run === undefined) return
      const change = { tx, cause: caller, show, run, now: changes.now() }
      const place = show.cues.findIndex(({ number }) => number === run.standby_cue)
      changes.standby(change, place >= 0 ? place : Math.min(run.standby_place, show.cues.length))
      await changes.store(change)
    },

    /** Before a show is deleted: everything that it still does ends, whoever has the lead. */
    async abandon(tx: Writer, caller: Caller, show: Show): Promise<void> {
      const run = await findOpen(tx, caller.channel.id, show.id)
      if (run === undefined) return
      const change: RunChange = { tx, cause: caller, show, run, now: changes.now() }
      for (const cue of await changes.active(change)) await changes.finish(change, cue, 'stopped')
      await changes.end(change, 'stopped')
      await changes.store(change)
    },
  }
}

/** By its number, or by its place where the show was changed meanwhile. */
export function cueOnStandby({ cues }: Show, run: ShowRun): WrittenCue | undefined {
  return cues.find(({ number }) => number === run.standby_cue) ?? cues[run.standby_place]
}

function getCue(show: Show, number: string): WrittenCue {
  const wanted = number.trim()
  const cue = show.cues.find((one) => one.number === wanted)
  if (cue !== undefined) return cue
  throw new Failure('cue_not_found', { message: showErrors.cueNotFound.of({ number: wanted, show: show.name }) })
}
