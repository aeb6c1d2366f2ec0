import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { publishedEvents } from '../../registry/published-events.ts'
import { streamerbotData } from './event-data.ts'
import { listStreamerbotNames, type StreamerbotData, type StreamerbotName, streamerbotNameOf } from './event-names.ts'

/** Under this source come all our events, with our own types and the envelope of the API as data. */
export const ownSource = 'Showcaller'

/** An event as clients of Streamer.bot receive it. */
export interface StreamerbotEvent extends StreamerbotName {
  readonly json: string
}

interface Envelope {
  readonly platform: Platform | null
  readonly json: string
}

interface EnvelopeContent {
  readonly type: string
  readonly created_at: string
  readonly is_test: boolean
  readonly data: StreamerbotData
}

const written = new WeakMap<Envelope, readonly StreamerbotEvent[]>()

/** One event under its name in Streamer.bot, if it has one, and under our own. Written once for all clients. */
export function streamerbotEventsOf(envelope: Envelope): readonly StreamerbotEvent[] {
  const known = written.get(envelope)
  if (known !== undefined) return known
  const content = JSON.parse(envelope.json) as EnvelopeContent
  const { type, created_at: createdAt, is_test: isTest, data } = content
  const write = (name: StreamerbotName, sent: object): StreamerbotEvent => ({
    ...name,
    json: JSON.stringify({ timeStamp: createdAt, event: name, data: sent }),
  })
  const name = streamerbotNameOf(type, envelope.platform, data)
  const events = [
    ...(name === undefined ? [] : [write(name, streamerbotData(name, { data, createdAt, isTest }))]),
    write({ source: ownSource, type }, content),
  ]
  written.set(envelope, events)
  return events
}

export const listEvents = whenNeeded<Readonly<Record<string, readonly string[]>>>(() => ({
  ...listStreamerbotNames(),
  [ownSource]: publishedEvents.map(({ type }) => type),
}))
