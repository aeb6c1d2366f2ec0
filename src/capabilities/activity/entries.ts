import type { ActivityList } from '../../definitions/define-event.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { EventData, LoggedEvent } from '../../registry/events.ts'

/** The event kinds of each list of recent activity. */
const kindsIn = {
  followers: ['follow'],
  subscribers: ['subscription', 'subscription.received'],
  banned: ['ban', 'timeout'],
  donors: ['donation'],
  kicks: ['bits'],
  bits: ['bits', 'power-up'],
} as const satisfies Readonly<Record<ActivityList, readonly LoggedEvent['kind'][]>>

type KindIn<L extends ActivityList> = (typeof kindsIn)[L][number]

export interface Entry<L extends ActivityList> {
  readonly id: number
  /** Null for a donation whose donor is not known on any platform. */
  readonly platform: Platform | null
  readonly at: number
  readonly data: EventData<KindIn<L>>
}

/** Undefined for a row that an older version wrote and this one cannot read. */
export function entryOf<L extends ActivityList>(list: L, event: LoggedEvent): Entry<L> | undefined {
  const kinds: readonly string[] = kindsIn[list]
  if (!kinds.includes(event.kind)) return undefined
  return { id: event.seq, platform: event.platform, at: event.at, data: event.data as EventData<KindIn<L>> }
}
