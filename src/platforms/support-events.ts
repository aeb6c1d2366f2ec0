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
  /** What a subscriber writes about a subscription that was reported before. */
  | {
      readonly kind: 'subscription-share'
      readonly tier: number
      readonly months: number
      readonly expiresAt: number
      readonly message: string
      readonly streakMonths?: number
    }
  /** A subscription that was not renewed. */
  | { readonly kind: 'subscription-end'; readonly tier: number; readonly isGift: boolean }
  /** Subscriptions that somebody gives at once. What each recipient got is a report of its own. */
  | {
      readonly kind: 'gift-bundle'
      readonly count: number
      readonly tier: number
      readonly levelName: string
      /** Who received a single gift, if that is known. */
      readonly to?: string
      /** Nobody is named; `user` is the broadcaster. */
      readonly isAnonymous?: true
    }
  | { readonly kind: 'watch-streak'; readonly streams: number; readonly points: number; readonly message: string }
  /** Bits for an effect of the platform, not a cheer. */
  | {
      readonly kind: 'power-up'
      /** The platform's word for the effect, or the title that the broadcaster gave it. */
      readonly name: string
      readonly isCustom: boolean
      readonly amount: number
      readonly message: string
    }
  /** A reward that the platform itself offers for its channel points. */
  | {
      readonly kind: 'automatic-reward'
      /** The platform's word for the reward. */
      readonly reward: string
      readonly cost: number
      /** The name of the emote that was unlocked, if it is one. */
      readonly emote?: string
      readonly message: string
    }
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
