import type { Platform } from '../../platforms/contract/platforms.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import type { LiveEvent } from '../../registry/live-events.ts'
import type { PublishedEvent } from '../../registry/published-events.ts'
import type { Envelope } from './envelope.ts'
import { type EventFilter, isWanted } from './event-filter.ts'
import { canRead, detailFor, type EventDetail, type EventReader } from './event-reader.ts'

/** An event that was not sent yet. */
export interface Unsent {
  /** Its number in the log; of an event that is not stored, the number of the one before it. */
  readonly seq: number
  readonly isStored: boolean
  readonly published: PublishedEvent
  readonly platform: Platform | null
  readonly event: LoggedEvent | LiveEvent
  /** Of an event that is not stored: it makes the id unique. */
  readonly count: number
  /** Each is written when somebody wants it, once for all who do. */
  readonly envelopes: { [Detail in EventDetail]?: Envelope | undefined }
}

export interface ViewMember {
  readonly receiver: { send(envelopes: readonly Envelope[]): void }
  /** It has everything up to this event. */
  readonly seq: number
  readonly isLive: boolean
}

/** Everyone who receives the same events: what they may read and the filters lead to the same types and platform. */
export interface View<Member> {
  readonly key: string
  readonly members: Set<Member>
  wants(event: Pick<Unsent, 'published' | 'platform'>): boolean
  detailOf(published: PublishedEvent): EventDetail
  /** Whether events that are not stored are among them. */
  readonly wantsLive: boolean
}

export type Views<Member extends ViewMember> = ReturnType<typeof createViews<Member>>

/** Those who follow a channel, by what they receive: a thousand clients are mostly one or two views. */
export function createViews<Member extends ViewMember>(
  published: readonly PublishedEvent[],
  write: (event: Unsent, detail: EventDetail) => Envelope | undefined,
) {
  const views = new Map<string, View<Member>>()

  function writeAll(events: readonly Unsent[], { detailOf }: View<Member>): Envelope[] {
    const written: Envelope[] = []
    for (const event of events) {
      const detail = detailOf(event.published)
      event.envelopes[detail] ??= write(event, detail)
      const envelope = event.envelopes[detail]
      if (envelope !== undefined) written.push(envelope)
    }
    return written
  }

  return {
    get size() {
      return views.size
    },

    /** The view of a receiver, to which it is then added. */
    of({ reader, filter }: { reader: EventReader; filter: EventFilter }): View<Member> {
      const readable = published.flatMap((one, index) =>
        canRead(reader, one) && (filter.types?.has(one.type) ?? true) ? index : [],
      )
      const detailOf = (one: PublishedEvent) => detailFor(reader, one)
      const details = readable.map((index) => detailKeys[detailOf(published[index] as PublishedEvent)] + index)
      const key = `${filter.platform ?? ''} ${details.join()}`
      const known = views.get(key)
      if (known !== undefined) return known
      const types = new Set(readable.flatMap((index) => published[index]?.type ?? []))
      const wanted: EventFilter = { types, platform: filter.platform }
      const view: View<Member> = {
        key,
        members: new Set(),
        wants: (event) => isWanted(event, wanted),
        detailOf,
        wantsLive: readable.some((index) => published[index]?.isStored === false),
      }
      views.set(key, view)
      return view
    },

    remove(view: View<Member>, member: Member): void {
      view.members.delete(member)
      if (view.members.size === 0) views.delete(view.key)
    },

    /** Whether somebody wants events that are not stored. */
    wantsLive: (): boolean => [...views.values()].some(({ wantsLive }) => wantsLive),

    /** Events in the order of the log, to all who want them and do not have them yet. */
    send(unsent: readonly Unsent[]): void {
      for (const view of views.values()) {
        const wanted = unsent.filter((event) => view.wants(event))
        const [first] = wanted
        if (first === undefined) continue
        let envelopes: readonly Envelope[] | undefined
        for (const member of view.members) {
          if (!member.isLive) continue
          if (isNewTo(member, first)) {
            envelopes ??= writeAll(wanted, view)
            member.receiver.send(envelopes)
          } else {
            // It began in between.
            const rest = wanted.filter((event) => isNewTo(member, event))
            if (rest.length > 0) member.receiver.send(writeAll(rest, view))
          }
        }
      }
    },
  }
}

/** In the name of a view. */
const detailKeys: Readonly<Record<EventDetail, string>> = { all: '', reduced: 'r', none: 'n' }

/** If it holds for one event, it holds for all after it. */
function isNewTo({ seq }: ViewMember, event: Unsent): boolean {
  return event.isStored ? event.seq > seq : event.seq >= seq
}
