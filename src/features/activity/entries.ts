import type { Provider } from '../../contract/donation-providers.ts'
import type { ActivityList, LoggedEvent } from '../../contract/events.ts'
import type { Platform } from '../../contract/platforms.ts'

/** What the data of an event says when it stands in a list of recent activity. */
export interface EntryData {
  readonly followers: Who & { readonly type: 'follower' }
  readonly subscribers: Who & {
    readonly type: SubscriptionEvent
    readonly subscription_type: string
    readonly tier: number
    readonly months: number
  }
  readonly banned: Who & {
    readonly type: 'ban' | 'timeout'
    readonly reason: string
    readonly duration_minutes: number | null
    /** Milliseconds since 1970; null is for good. */
    readonly expires_at: number | null
    readonly moderator: string
  }
  readonly donors: Who & {
    readonly provider: Provider
    readonly amount: number
    readonly currency: string
    readonly message: string
    readonly is_test: 0 | 1 | boolean
  }
  readonly kicks: Cheer
  readonly bits: Cheer
}
export type SubscriptionEvent = 'sub_new' | 'sub_renew' | 'sub_gift'

/** A donor need not be anyone's viewer, so the id may be missing. */
export interface Who {
  readonly user_id?: string | null
  readonly username: string
  readonly displayname: string
}
type Cheer = Who & { readonly amount: number; readonly message: string }

export interface Entry<L extends ActivityList> {
  readonly id: number
  readonly platform: Platform
  readonly at: number
  readonly data: EntryData[L]
}

/** The one place where a row of the log is taken at its word: `activity.ts` and send-donation wrote it. */
export function entryOf<L extends ActivityList>(_list: L, event: LoggedEvent): Entry<L> {
  return {
    id: event.seq,
    platform: event.platform ?? 'kick',
    at: event.at,
    data: event.data as unknown as EntryData[L],
  }
}
