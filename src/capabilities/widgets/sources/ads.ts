import type { Channel } from '../../../kernel/operation/channel.ts'
import { sql } from '../../../kernel/storage/database.ts'
import type { LoggedEvent } from '../../../registry/events.ts'
import { type EventRow, eventColumns, readEvent } from '../../events/event-rows.ts'
import { firstSeqAt } from '../../events/indexed-kinds.ts'
import type { SourceData } from '../contract/widgets/sources.ts'
import { defineSourceReader, type SourceNeeds } from '../source.ts'

/** Longer than any ad break with its announcement. */
const reachMs = 15 * 60_000
/** A platform may begin an announced ad break a little later. */
const lateMs = 20_000

const findNewest = sql<{ channel: number; from: number }, EventRow>(
  `SELECT ${eventColumns} FROM events WHERE channel_id = :channel AND seq >= :from
     AND (kind = 'ad.soon' OR kind = 'ad.started') ORDER BY seq DESC LIMIT 1`,
)

/** The ad break that was announced or that runs. */
export const ads = defineSourceReader('ads', {
  async read(needs, channel) {
    const event = await newestOf(needs, channel)
    return { next: event === undefined ? null : stateOf(event, needs.clock.now()) }
  },

  onEvent: ({ kind }) => (kind === 'ad.soon' || kind === 'ad.started' ? 'again' : 'nothing'),

  onErased: () => 'nothing',

  staleAfterMs: ({ next }) => (next === null ? undefined : Math.max(next.left, 0) * 1000 + lateMs),
})

async function newestOf({ db, clock }: SourceNeeds, { id }: Channel): Promise<LoggedEvent | undefined> {
  const from = await firstSeqAt(db, id, clock.now() - reachMs)
  const row = await db.get(findNewest, { channel: id, from })
  return row === undefined ? undefined : readEvent(row)
}

function stateOf(event: LoggedEvent, now: number): SourceData<'ads'>['next'] {
  if (event.kind !== 'ad.soon' && event.kind !== 'ad.started') return null
  const { platform } = event
  const { seconds } = event.data
  const isRunning = event.kind === 'ad.started'
  const endsAt = isRunning ? event.data.started_at + seconds * 1000 : event.data.starts_at
  if (platform === null || now >= endsAt + (isRunning ? 0 : lateMs)) return null
  return { platform, is_running: isRunning, seconds, left: (endsAt - now) / 1000, at: now }
}
