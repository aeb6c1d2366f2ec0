import type { Channel } from '../../kernel/operation/channel.ts'
import { type Platform, wordFor } from '../../platforms/contract/platforms.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import type { LiveEvent } from '../../registry/live-events.ts'
import type { Names } from '../../registry/names.ts'
import { examplePlatform, type PublishedEvent } from '../../registry/published-events.ts'
import type { EventDetail } from './event-reader.ts'

/** An event as programs receive it, written once for all of them. */
export interface Envelope {
  readonly id: string
  readonly published: PublishedEvent
  readonly platform: Platform | null
  /** The envelope as JSON. */
  readonly json: string
}

interface Known {
  readonly published: PublishedEvent
  readonly toWire: (data: unknown) => unknown
}

const same = (data: unknown): unknown => data

type DetailOf = (published: PublishedEvent) => EventDetail

export type Envelopes = ReturnType<typeof createEnvelopes>

/** Writes events as `{id, type, platform, created_at, is_test, data}`, in the chosen names. */
export function createEnvelopes({ published, names }: { published: readonly PublishedEvent[]; names: Names }) {
  const byKind = new Map(
    published.map((one) => [one.kind, { published: one, toWire: names.toWire?.(one.data) ?? same } satisfies Known]),
  )

  function write(
    channel: Channel,
    event: LoggedEvent | LiveEvent,
    id: string,
    detail: EventDetail,
  ): Envelope | undefined {
    const known = byKind.get(event.kind)
    if (known === undefined) return undefined
    const { platform, at } = event
    const data = dataFor(known.published, event, detail)
    const json = jsonOf(channel, known, data, { id, platform, at })
    return { id, published: known.published, platform, json }
  }

  function jsonOf(
    channel: Channel,
    { published: { type }, toWire }: Known,
    data: Readonly<Record<string, unknown>>,
    { id, platform, at }: { id: string; platform: Platform | null; at: number },
  ): string {
    const word = platform === null ? null : names.word(wordFor(platform))
    // A donation of send-donation is a test, also where everything else is real.
    const isTest = channel.isTestChannel || data.is_test === 1
    // Ids, types, platforms and times need no escaping, and a text put together takes half of the time.
    const head = `"id":"${id}","type":"${type}","platform":${word === null ? 'null' : `"${word}"`}`
    return `{${head},"created_at":"${isoOf(at)}","is_test":${isTest},"data":${JSON.stringify(toWire(data))}}`
  }

  return {
    published,

    publishedOf: (kind: string): PublishedEvent | undefined => byKind.get(kind)?.published,

    /** Undefined for an event that never leaves. */
    ofLogged(channel: Channel, event: LoggedEvent, detailOf: DetailOf): Envelope | undefined {
      const published = byKind.get(event.kind)?.published
      return published && write(channel, event, eventId(channel.id, event.seq), detailOf(published))
    },

    /** `seq` of an event that is not stored is the last of the log before it: a stream that ends with it resumes there. */
    of: (
      channel: Channel,
      {
        seq,
        isStored,
        event,
        count,
      }: { seq: number; isStored: boolean; event: LoggedEvent | LiveEvent; count: number },
      detail: EventDetail,
    ): Envelope | undefined =>
      write(
        channel,
        event,
        isStored ? eventId(channel.id, seq) : liveEventId(channel.id, seq, event.at, count),
        detail,
      ),

    /** The example of a type, for the documents. */
    ofExample(channel: Channel, event: PublishedEvent, seq: number, at: number): string {
      const toWire = names.toWire?.(event.data) ?? same
      const id = event.isStored ? eventId(channel.id, seq) : liveEventId(channel.id, seq, at, 0)
      const platform = examplePlatform(event)
      return jsonOf(channel, { published: event, toWire }, event.example, { id, platform, at })
    },
  }
}

function dataFor(published: PublishedEvent, { data, platform }: LoggedEvent | LiveEvent, detail: EventDetail) {
  if (detail === 'none') return {}
  return detail === 'reduced' ? published.reducedDataOf(data, platform) : published.dataOf(data, platform)
}

let lastAt = Number.NaN
let lastIso = ''

/** Many events have the same millisecond. */
function isoOf(at: number): string {
  if (at !== lastAt) {
    lastAt = at
    lastIso = new Date(at).toISOString()
  }
  return lastIso
}

const seqDigits = 12
const countDigits = 4

/** Ids of one channel sort in the order of its history, as numbers do with leading zeros. */
export function eventId(channelId: number, seq: number): string {
  return `${channelId}-${String(seq).padStart(seqDigits, '0')}`
}

/** It sorts after the event of the log before it, and before the next one. */
function liveEventId(channelId: number, after: number, at: number, count: number): string {
  const unique = `${at}${String(count % 10 ** countDigits).padStart(countDigits, '0')}`
  return `${eventId(channelId, after)}.${unique}`
}

const idShape = /^(\d{1,15})-(\d{1,15})(?:\.\d{1,20})?$/

/** The place in the log that an id names; undefined for what is not an id of this channel. */
export function seqOfId(channelId: number, id: string): number | undefined {
  const [, channel, seq] = idShape.exec(id) ?? []
  return channel !== undefined && Number(channel) === channelId ? Number(seq) : undefined
}
