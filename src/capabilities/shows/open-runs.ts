import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Reader, Writer } from '../../kernel/storage/database.ts'
import { doubleGoMs } from './contract/shows.ts'
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

/**
 * The run that an operator acts on: the one under way, or a new one. The operator has the lead, takes it, or acts for
 * whoever has it.
 */
export function createOpenRuns({ changes }: { changes: Pick<RunChanges, 'now' | 'store' | 'takeLead'> }) {
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

  return { findOpen, open, openForGo }
}
