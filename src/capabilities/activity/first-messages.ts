import { type Database, sql } from '../../kernel/storage/database.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Viewers } from '../viewers/viewers.ts'

const claimFirst = sql<{ channel: number; viewer: number; stream: number }>(
  `INSERT INTO first_messages (channel_id, viewer_id, stream_at) VALUES (:channel, :viewer, :stream)
   ON CONFLICT (channel_id, viewer_id) DO UPDATE SET stream_at = excluded.stream_at
   WHERE first_messages.stream_at <> excluded.stream_at`,
)

/** `ever`: the first message of a viewer at all. `stream`: the first one of this stream. */
export type FirstMessage = 'ever' | 'stream' | undefined

export type FirstMessages = ReturnType<typeof createFirstMessages>

const maxRemembered = 10_000

/** Whether a message is the first one of its viewer. Everybody who asks about the same message gets the same answer. */
export function createFirstMessages(needs: { db: Database; streamStates: StreamStates; viewers: Viewers }) {
  const { db, streamStates, viewers } = needs
  const known = new WeakMap<ReceivedLine['event'], Promise<FirstMessage>>()
  /** The stream in which a viewer wrote last: most messages are followed by more, which need no query. */
  const lastStreams = new Map<string, number | undefined>()

  /** Claimed in the database, so that each viewer has one first message in a stream, whatever restarts. */
  async function claim({ channel, platform, viewer: { id } }: ReceivedLine): Promise<FirstMessage> {
    const state = await streamStates.find(channel.id, platform)
    const stream = state?.live === true ? (state.startedAt ?? 0) : undefined
    const key = `${channel.id} ${id}`
    const hasWritten = lastStreams.has(key)
    if (hasWritten && (stream === undefined || lastStreams.get(key) === stream)) return undefined
    if (lastStreams.size >= maxRemembered) lastStreams.clear()
    lastStreams.set(key, stream)
    const isFirstEver = !hasWritten && (await viewers.getById(db, channel.id, id))?.messageCount === 1
    if (stream === undefined) return isFirstEver ? 'ever' : undefined
    const claim = { channel: channel.id, viewer: id, stream }
    const isFirst = (await db.write((tx) => tx.run(claimFirst, claim))) > 0
    if (isFirstEver) return 'ever'
    return isFirst ? 'stream' : undefined
  }

  return {
    claim(line: ReceivedLine): Promise<FirstMessage> {
      const claimed = known.get(line.event) ?? claim(line)
      known.set(line.event, claimed)
      return claimed
    },
  }
}
