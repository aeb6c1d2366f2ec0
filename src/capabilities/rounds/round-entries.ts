import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { StoredViewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { type Outcome, type WantedEntry, writeEntries } from './entering.ts'
import { createEntryQueue } from './entry-queue.ts'
import { getRound, type RoundReference } from './find-round.ts'
import { roundErrors } from './messages.ts'
import type { Round } from './round.ts'

/** Entries into rounds that this server runs: one by one, or together with others of the same moment. */
export function createRoundEntries(needs: {
  db: Database
  clock: Clock
  log: Log
  events: Events
  points: Points
  viewers: Viewers
  /** Ends a round that has all its winners. */
  close: (tx: Writer, cause: Cause, round: Round) => Promise<Round>
}) {
  const { clock, viewers, close } = needs
  const queue = createEntryQueue({ ...needs, enter: enterTogether })

  async function enterTogether(
    tx: Writer,
    channelId: number,
    round: Round,
    wanted: readonly { readonly viewerId: number; readonly entry: WantedEntry }[],
  ): Promise<Outcome[]> {
    const cause = { channel: { id: channelId }, actor: `round:${round.id}`, requestId: '' }
    const found: { viewer: StoredViewer; entry: WantedEntry }[] = []
    for (const { viewerId, entry } of wanted) {
      found.push({ viewer: await viewers.getKnown(tx, channelId, viewerId), entry })
    }
    return (await enterAll(tx, cause, round, found)).outcomes
  }

  /** A trivia round ends with the last answer that wins. */
  async function enterAll(
    tx: Writer,
    cause: Cause,
    round: Round,
    wanted: readonly { readonly viewer: StoredViewer; readonly entry: WantedEntry }[],
  ): Promise<{ round: Round; outcomes: Outcome[] }> {
    const done = await writeEntries({ ...needs, now: clock.now() }, tx, cause, round, wanted)
    const { kind, entries, winners, status } = done.round
    const isAnswered = kind === 'trivia' && status === 'open' && entries >= winners
    return isAnswered ? { ...done, round: await close(tx, cause, done.round) } : done
  }

  return {
    /** The viewer must be as this transaction sees it. Throws where the entry is refused. */
    async enter(
      tx: Writer,
      cause: Cause,
      id: RoundReference,
      viewer: StoredViewer,
      entry: WantedEntry,
    ): Promise<Round> {
      const round = await getRound(tx, cause.channel.id, id, ['open'])
      if (round.platform !== null) throw new Failure('round_not_open', { message: roundErrors.platformEntry.of() })
      const { round: after, outcomes } = await enterAll(tx, cause, round, [{ viewer, entry }])
      const [outcome] = outcomes
      if (outcome instanceof Failure) throw outcome
      return after
    },

    /** Enters together with whoever enters at the same moment. */
    async enterSoon(channelId: number, roundId: number, viewerId: number, entry: WantedEntry): Promise<Outcome> {
      return queue.add(channelId, { roundId, viewerId, entry })
    },

    /** Resolves when no entry waits. */
    settled: queue.settled,
  }
}
