import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import { viewerErrors } from '../viewers/messages.ts'
import type { StoredViewer } from '../viewers/viewer.ts'
import { roundLimits } from './contract/rounds.ts'
import { roundErrors } from './messages.ts'
import type { Round, Tally } from './round.ts'
import { roundRows } from './round-rows.ts'
import { roundStatusWords } from './round-words.ts'

/** An entry as somebody asks for it. */
export interface WantedEntry {
  /** The text or the number of an option. */
  readonly option?: string | undefined
  /** The points to put on the option of a prediction; `all` is the whole balance. */
  readonly points?: number | 'all' | undefined
  /** Tickets of a giveaway; 1 if it is not said. */
  readonly tickets?: number | undefined
}

interface EntryRow {
  readonly number: number
  readonly choice: number
  readonly tickets: number
  readonly points: number
}

type EntryKey = { channel: number; round: number; viewer: number }

const findEntry = sql<EntryKey, EntryRow>(
  `SELECT number, choice, tickets, points FROM round_entries
   WHERE channel_id = :channel AND round_id = :round AND viewer_id = :viewer`,
)
const upsertEntry = sql<EntryKey & { number: number; choice: number; tickets: number; points: number; now: number }>(
  `INSERT INTO round_entries (channel_id, round_id, viewer_id, number, choice, tickets, points, entered_at)
   VALUES (:channel, :round, :viewer, :number, :choice, :tickets, :points, :now)
   ON CONFLICT (channel_id, round_id, viewer_id) DO UPDATE SET choice = excluded.choice, tickets = excluded.tickets,
     points = excluded.points`,
)

/** What becomes of one entry: nothing, where the viewer has entered already. */
interface Accepted {
  readonly viewer: StoredViewer
  readonly before: EntryRow | undefined
  readonly after: Omit<EntryRow, 'number'>
  readonly cost: number
}

export type Outcome = 'entered' | 'changed' | 'unchanged' | Failure

/**
 * Writes entries of different viewers into an open round, under one event however many they are. An entry that is
 * refused changes nothing and does not affect the others. The viewers must be as this transaction sees them.
 */
export async function writeEntries(
  needs: { readonly events: Events; readonly points: Points; readonly now: number },
  tx: Writer,
  cause: Cause,
  round: Round,
  wanted: readonly { readonly viewer: StoredViewer; readonly entry: WantedEntry }[],
): Promise<{ round: Round; outcomes: Outcome[] }> {
  const { events, points, now } = needs
  const channel = cause.channel.id
  const accepted: Accepted[] = []
  const outcomes: Outcome[] = []
  let { entries } = round
  for (const { viewer, entry } of wanted) {
    const checked = await check(tx, channel, { ...round, entries }, viewer, entry, now)
    if (checked instanceof Failure || checked === 'unchanged') {
      outcomes.push(checked)
      continue
    }
    accepted.push(checked)
    outcomes.push(checked.before === undefined ? 'entered' : 'changed')
    if (checked.before === undefined) entries++
  }
  if (accepted.length === 0) return { round, outcomes }

  const { id, kind, title } = round
  const data = { id, kind, title, count: accepted.length, entries }
  const seq = await events.appendNew(tx, cause, { kind: 'round.entered', data })
  const tally = round.tally.map((one) => ({ ...one }))
  let last = round.entries
  for (const { viewer, before, after, cost } of accepted) {
    if (cost > 0) await points.pay(tx, cause, viewer, cost, seq, title)
    const number = before?.number ?? ++last
    await tx.run(upsertEntry, { channel, round: id, viewer: viewer.id, number, ...after, now })
    count(tally, before, after)
  }
  return { round: await roundRows.change(tx, channel, round, { entries, tally }), outcomes }
}

/** The number of the option, from 1; the text comes before the number, because an option may be called 2. */
export function choiceOf(options: readonly string[], wanted: string): number | undefined {
  const key = nameKey(wanted.trim())
  const place = options.findIndex((option) => nameKey(option) === key)
  if (place >= 0) return place + 1
  const number = /^\d{1,3}$/.test(key) ? Number(key) : 0
  return number >= 1 && number <= options.length ? number : undefined
}

async function check(
  reader: Reader,
  channel: number,
  round: Round,
  viewer: StoredViewer,
  wanted: WantedEntry,
  now: number,
): Promise<Accepted | 'unchanged' | Failure> {
  const { title, status, closesAt } = round
  if (status !== 'open')
    return new Failure('round_not_open', {
      message: roundErrors.notOpen.of({ title, status: roundStatusWords[status] }),
    })
  // Its time may be over a moment before the job closes it.
  if (closesAt !== null && closesAt <= now) {
    return new Failure('round_not_open', {
      message: roundErrors.notOpen.of({ title, status: roundStatusWords.closed }),
    })
  }
  if (viewer.isBot) return invalid(roundErrors.bots.of())
  const before = await reader.get(findEntry, { channel, round: round.id, viewer: viewer.id })
  if (before === undefined && round.entries >= roundLimits.entries) {
    return invalid(roundErrors.full.of({ title, max: roundLimits.entries }))
  }
  const asked = checks[round.kind](round, viewer, wanted, before)
  if (asked instanceof Failure || asked === 'unchanged') return asked
  const { choice, tickets, cost } = asked
  if (cost > viewer.points) {
    const { username, points: balance } = viewer
    const message = viewerErrors.tooFewPoints.of({ username, balance, amount: cost })
    return new Failure('insufficient_points', { message })
  }
  return { viewer, before, after: { choice, tickets, points: (before?.points ?? 0) + cost }, cost }
}

type Asked = { readonly choice: number; readonly tickets: number; readonly cost: number } | 'unchanged' | Failure
type Check = (round: Round, viewer: StoredViewer, wanted: WantedEntry, before: EntryRow | undefined) => Asked

const checks: Readonly<Record<Round['kind'], Check>> = {
  /** Who asks for more tickets than one can have gets as many as are left. */
  giveaway({ entry: { price, max_tickets: max } }, _viewer, { tickets = 1 }, before) {
    const have = before?.tickets ?? 0
    const more = Math.min(tickets, max - have)
    return more <= 0 ? 'unchanged' : { choice: 0, tickets: have + more, cost: more * price }
  },

  /** Who votes again changes the vote, and pays once. */
  poll(round, _viewer, { option }, before) {
    const choice = choose(round, option)
    if (choice instanceof Failure) return choice
    if (before?.choice === choice) return 'unchanged'
    return { choice, tickets: 1, cost: before === undefined ? round.entry.price : 0 }
  },

  /** Points can be added to the same option. */
  prediction(round, viewer, { option, points }, before) {
    const choice = choose(round, option)
    if (choice instanceof Failure) return choice
    if (points === undefined) return invalid(roundErrors.pointsRequired.of())
    const { username } = viewer
    if (before !== undefined && before.choice !== choice) return invalid(roundErrors.otherOption.of({ username }))
    const { min_points: min, max_points: max } = round.entry
    const have = before?.points ?? 0
    const cost = points === 'all' ? Math.min(viewer.points, max - have) : points
    if (cost < 1 || have + cost < min || have + cost > max) return invalid(roundErrors.pointsRange.of({ min, max }))
    return { choice, tickets: 1, cost }
  },

  trivia({ options, entry: { price } }, _viewer, { option }, before) {
    const key = nameKey(option ?? '')
    const choice = options.findIndex((answer) => nameKey(answer) === key) + 1
    if (choice === 0) return new Failure('option_not_found', { message: roundErrors.wrongAnswer.of() })
    return before === undefined ? { choice, tickets: 1, cost: price } : 'unchanged'
  },
}

function choose({ options }: Round, wanted: string | undefined): number | Failure {
  if (wanted === undefined) return invalid(roundErrors.optionRequired.of())
  const choice = choiceOf(options, wanted)
  if (choice !== undefined) return choice
  return new Failure('option_not_found', { message: roundErrors.noOption.of({ options: options.join(', ') }) })
}

/** Moves an entry from its old option to its new one. */
function count(
  tally: { -readonly [K in keyof Tally]: Tally[K] }[],
  before: EntryRow | undefined,
  after: Omit<EntryRow, 'number'>,
): void {
  const from = before && tally[Math.max(before.choice - 1, 0)]
  if (from !== undefined && before !== undefined) {
    from.entries--
    from.points -= before.points
  }
  const to = tally[Math.max(after.choice - 1, 0)]
  if (to === undefined) return
  to.entries++
  to.points += after.points
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
