import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { firstSeqAt, newestOfKind, type SeqRange, wholeLog } from '../events/indexed-kinds.ts'
import { nextClockTime } from '../shows/clock-time.ts'
import { joinStreams, type PastStream } from '../stream-reports/stream-reports.ts'
import type { SourcePeriod } from './contract/widgets/sources.ts'

const hourMs = 3_600_000
/** A stream drops out and comes back a few times at most. */
const maxChanges = 50
const maxRemembered = 1_000

/** A period as a range of the log, and in time. `to` is null while it has no end. */
export interface Span extends SeqRange {
  readonly fromAt: number
  readonly to: number | null
}

interface LastStream extends PastStream {
  /** When the platform says that it began. */
  readonly startedAt: number
  /** The number of its first event. */
  readonly firstSeq: number
}

const nothing: Span = { from: 0, before: 0, fromAt: 0, to: 0 }

export type Periods = ReturnType<typeof createPeriods>

/** Days in the time zone of the channel, and streams as their reports have them. */
export function createPeriods({ db }: { db: Database }) {
  /** Where a time stands in the log does not change once it has passed. */
  const seqs = new Map<string, number>()

  async function seqAt(channelId: number, at: number): Promise<number> {
    const key = `${channelId} ${at}`
    const known = seqs.get(key)
    if (known !== undefined) return known
    const seq = await firstSeqAt(db, channelId, at)
    if (seqs.size >= maxRemembered) seqs.clear()
    seqs.set(key, seq)
    return seq
  }

  /** The stream that runs, or the last one. */
  async function lastStream(channelId: number): Promise<LastStream | undefined> {
    const found = await Promise.all(
      (['stream.online', 'stream.already-live', 'stream.offline'] as const).map((kind) =>
        newestOfKind(db, channelId, kind, wholeLog, maxChanges),
      ),
    )
    const changes = found.flat().sort((one, other) => one.seq - other.seq)
    const stream = joinStreams(changes).at(-1)
    if (stream === undefined) return undefined
    const beginning = changes.find(({ seq }) => seq === stream.seq)
    const { started_at: reported = null } = (beginning?.data ?? {}) as { readonly started_at?: number | null }
    return {
      ...stream,
      startedAt: Math.min(reported ?? stream.from, stream.from),
      // Of a stream that was live already, the log may have a part from before its event.
      firstSeq:
        beginning?.kind === 'stream.already-live'
          ? Math.min(stream.seq, await seqAt(channelId, stream.from))
          : stream.seq,
    }
  }

  return {
    lastStream,

    async spanOf({ id, timeZone }: Channel, period: SourcePeriod, now: number): Promise<Span> {
      if (period === 'all') return { ...wholeLog, fromAt: 0, to: null }
      if (period === 'day') {
        const fromAt = startOfDay(timeZone, now)
        return { from: await seqAt(id, fromAt), before: wholeLog.before, fromAt, to: null }
      }
      const stream = await lastStream(id)
      if (stream === undefined) return nothing
      const { firstSeq: from, from: fromAt, to } = stream
      return { from, before: to === null ? wholeLog.before : await seqAt(id, to + 1), fromAt, to }
    },
  }
}

/** The last midnight, whether or not a change of summer time lies in between. */
export function startOfDay(timeZone: string, now: number): number {
  let start = nextClockTime('00:00', timeZone, now - 26 * hourMs)
  for (;;) {
    const next = nextClockTime('00:00', timeZone, start + 1)
    if (next > now) return start
    start = next
  }
}

/** How long the day of the channel still lasts. */
export function restOfDay({ timeZone }: Channel, now: number): number {
  return nextClockTime('00:00', timeZone, now + 1) - now
}
