import type { EventData } from '../registry/events.ts'

/** The state of a hype train, with the fields of the event. */
export type HypeTrainState = EventData<'hype-train.begin'>

/** Events about one viewer, beside follows, subscriptions and bits. */
export type ViewerSupportReport =
  | {
      readonly kind: 'subscription-upgrade'
      readonly origin: EventData<'subscription.upgrade'>['origin']
      readonly tier: number | null
      /** Who gave the subscription; empty if that is not known. */
      readonly from: string
    }
  /** Several gifts at once. Each of them is also a subscription event. */
  | {
      readonly kind: 'gift-bundle'
      readonly count: number
      readonly tier: number
      readonly levelName: string
    }
  | { readonly kind: 'watch-streak'; readonly streams: number; readonly points: number; readonly message: string }
  | { readonly kind: 'share' }
  | { readonly kind: 'super-fan'; readonly isNew: boolean }

/** Events about the whole channel. Their `user` is the broadcaster, who is not stored as a viewer for them. */
export type ChannelSupportReport =
  | { readonly kind: 'hype-train'; readonly phase: 'begin' | 'progress' | 'end'; readonly state: HypeTrainState }
  | {
      readonly kind: 'likes'
      readonly count: number
      readonly people: number
      readonly total?: number
      /** Stored in the transaction of the event, so that a restart neither loses nor repeats likes. */
      readonly mark?: { readonly name: string; readonly value: string }
    }

export type SupportReport = ViewerSupportReport | ChannelSupportReport
