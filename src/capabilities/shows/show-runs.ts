import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Reader, Writer } from '../../kernel/storage/database.ts'
import { doubleGoMs, type WrittenCue } from './contract/shows.ts'
import { showErrors } from './messages.ts'
import { operatorOf } from './operators.ts'
import type { RunChanges } from './run-changes.ts'
import type { RunChange } from './run-records.ts'
import {
  deleteCueRunsUpTo,
  deleteRunsUpTo,
  findNewestRun,
  findRun,
  insertRun,
  listRunIds,
  type Show,
  type ShowRun,
} from './show-rows.ts'

const keptRuns = 50

export interface RunOptions {
  /** Takes the lead first, if somebody else has it. */
  readonly takeLead?: boolean | undefined
  /** Acts for whoever has the lead. */
  readonly actsForLead?: boolean | undefined
}

export type ShowRuns = ReturnType<typeof createShowRuns>

/**
 * What operators do: Go, standby, jump, hold, stop. Each is one transaction on the row of the run, so nodes and callers
 * that act at the same moment follow each other.
 */
export function createShowRuns({ changes }: { changes: RunChanges }) {
  /** The run under way, if there is one. */
  async function findOpen(reader: Reader, channel: number, show: number): Promise<ShowRun | undefined> {
    const run = await reader.get(findNewestRun, { channel, show })
    return run === undefined || run.state === 'stopped' ? undefined : run
  }

  /** A run for this caller, who has or gets the lead: the one under way, or a new one with the first cue on standby. */
  async function open(
    tx: Writer,
    caller: Caller,
    show: Show,
    { takeLead = false, actsForLead = false }: RunOptions,
  ): Promise<RunChange> {
    const channel = caller.channel.id
    const now = changes.now()
    const operator = await operatorOf(tx, caller)
    const known = await findOpen(tx, channel, show.id)
    if (known !== undefined) {
      const change = { tx, cause: caller, show, run: known, now }
      if (known.lead === operator.id || actsForLead) return change
      if (!takeLead) {
        const message = showErrors.leadTaken.of({ name: known.lead_name, show: show.name })
        throw new Failure('lead_required', { message })
      }
      await changes.takeLead(change, operator)
      return change
    }
    const [first] = show.cues
    if (first === undefined) throw new Failure('cue_not_found', { message: showErrors.noCues.of({ show: show.name }) })
    await prune(tx, channel, show.id)
    const id = await tx.next('show-run', channel)
    const { id: lead, name: leadName } = operator
    await tx.run(insertRun, { channel, id, show: show.id, standby: first.number, place: 0, lead, leadName, now })
    const run = await tx.get(findRun, { channel, id })
    if (run === undefined) throw new Error('the run that was just inserted does not exist')
    return { tx, cause: caller, show, run, now }
  }

  async function prune(tx: Writer, channel: number, show: number): Promise<void> {
    const old = (await tx.all(listRunIds, { channel, show, limit: keptRuns })).at(keptRuns - 1)
    if (old === undefined) return
    await tx.run(deleteCueRunsUpTo, { channel, show, last: old.id })
    await tx.run(deleteRunsUpTo, { channel, show, last: old.id })
  }

  /**
   * The run for a Go or a jump; undefined if it is the second of one press. A jump is that only to the same cue. The last
   * run counts even if it is over: a short show may end within the time of one press.
   */
  async function openForGo(
    tx: Writer,
    caller: Caller,
    show: Show,
    options: RunOptions,
    jumpsTo?: string,
  ): Promise<RunChange | undefined> {
    const last = await tx.get(findNewestRun, { channel: caller.channel.id, show: show.id })
    const isSoon = last !== undefined && Math.abs(changes.now() - last.last_go_at) < doubleGoMs
    const isDouble = isSoon && (jumpsTo === undefined || jumpsTo === last.current_cue)
    if (isDouble && last.state === 'stopped') return undefined
    const change = await open(tx, caller, show, options)
    if (isDouble) {
      await changes.store(change)
      return undefined
    }
    change.run = { ...change.run, last_go_at: change.now }
    return change
  }

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
