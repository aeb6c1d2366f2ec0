import type { ListeningState } from '../definitions/listening.ts'
import type { Text } from '../kernel/text/message.ts'
import type { PlatformAccount, PlatformUser } from './account.ts'
import type { AudienceFigures } from './audience-figures.ts'
import type { ChannelCapabilities } from './channel-capabilities.ts'
import type { ChannelReport, StandingReport } from './channel-events.ts'
import type { ChatChangeReport, ChatMessageReport } from './chat-events.ts'
import type { ChatRules } from './chat-rules.ts'
import type { CapabilityName } from './contract/capabilities.ts'
import type { Platform } from './contract/platforms.ts'
import type { PollCapability, PollEvent } from './polls.ts'
import type { PredictionCapability, PredictionEvent } from './predictions.ts'
import type { RewardCapability, RewardEvent } from './rewards.ts'
import type { SupportReport } from './support-events.ts'
import type { VideoFacts } from './videos.ts'

export type { PlatformAccount, PlatformUser }

export interface StreamState {
  readonly live: boolean
  readonly title: string
  readonly category: { readonly id: string; readonly name: string }
  readonly viewerCount: number
  readonly followerCount: number
  readonly startedAt: number | null
}

export interface PlatformCategory {
  readonly id: string
  readonly name: string
}

export interface PlatformSubscriber {
  readonly user: PlatformUser
  readonly tier: number
  readonly isGift: boolean
}

/** A role in the chat that the broadcaster gives or takes away. */
export interface RoleChange {
  readonly user: PlatformUser
  readonly role: 'moderator' | 'vip'
  readonly isAdded: boolean
}

export type UserReference = { readonly id: string } | { readonly username: string } | { readonly person: string }

/**
 * The capabilities of one platform through one connector. A capability that the platform does not have is absent;
 * `platforms.ts` then throws the error. Every call gets a signal with a time limit; errors are a `Failure`.
 */
export interface PlatformConnector extends ChannelCapabilities<PlatformAccount, PlatformUser> {
  /** Together with the platform it identifies the connector; both are stored with an account. */
  readonly name: string
  readonly platform: Platform
  /** Whether `findUser` knows which accounts on several platforms belong to one person. */
  readonly knowsPersons?: true
  findUser(account: PlatformAccount, reference: UserReference, signal: AbortSignal): Promise<PlatformUser | undefined>
  /** `poll`: the server reads the state for itself, not for a caller. Planned errors of the sandbox do not apply to it. */
  readStream(account: PlatformAccount, signal: AbortSignal, purpose?: 'poll'): Promise<StreamState>
  /** The users who are in the chat now. Watch time is counted for them. */
  listPresent?(account: PlatformAccount, signal: AbortSignal): Promise<readonly PlatformUser[]>
  sendChat?(
    account: PlatformAccount,
    line: { readonly text: string; readonly as: 'broadcaster' | 'bot'; readonly replyTo?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ readonly messageId: string }>
  /** Whether `sendChat` can reply to a message. */
  readonly sendsReplies?: true
  setTitle?(account: PlatformAccount, title: string, signal: AbortSignal): Promise<void>
  setCategory?(account: PlatformAccount, category: PlatformCategory, signal: AbortSignal): Promise<void>
  /** The platform's category with this name, for a catalogue entry whose id is not known yet. */
  findCategory?(account: PlatformAccount, name: string, signal: AbortSignal): Promise<PlatformCategory | undefined>
  /** All current subscribers. */
  listSubscribers?(account: PlatformAccount, signal: AbortSignal): Promise<readonly PlatformSubscriber[]>
  readonly figures?: AudienceFigures<PlatformAccount>
  /** A video of the platform, whoever published it; undefined if there is none that everybody may watch. */
  findVideo?(account: PlatformAccount, id: string, signal: AbortSignal): Promise<VideoFacts | undefined>
  readonly clips?: {
    readonly maxSeconds: number
    /** The time limit for creating a clip, if it is longer than that of other calls. */
    readonly timeoutMs?: number
    /** Whether the clip extension is connected, for a platform that needs it. */
    isReady(account: PlatformAccount): boolean
    create(
      account: PlatformAccount,
      clip: { readonly title: string; readonly seconds: number },
      signal: AbortSignal,
    ): Promise<{ readonly url: string }>
  }
  readonly moderation?: {
    /** A ban without minutes is permanent. */
    ban(
      account: PlatformAccount,
      ban: { readonly user: PlatformUser; readonly minutes: number | null; readonly reason: string },
      signal: AbortSignal,
    ): Promise<void>
    unban(account: PlatformAccount, user: PlatformUser, signal: AbortSignal): Promise<void>
    deleteMessage(account: PlatformAccount, messageId: string, signal: AbortSignal): Promise<void>
    clearChat?(account: PlatformAccount, signal: AbortSignal): Promise<void>
    /** `poll`: as for `readStream`. */
    readChatRules?(account: PlatformAccount, signal: AbortSignal, purpose?: 'poll'): Promise<ChatRules>
    /** Rules that are absent stay as they are. */
    setChatRules?(account: PlatformAccount, rules: Partial<ChatRules>, signal: AbortSignal): Promise<void>
    /** The viewer cannot write until the warning is acknowledged. */
    warn?(
      account: PlatformAccount,
      warning: { readonly user: PlatformUser; readonly reason: string },
      signal: AbortSignal,
    ): Promise<void>
    setRole?(account: PlatformAccount, change: RoleChange, signal: AbortSignal): Promise<void>
    /** The platform's own Shield Mode. */
    setShieldMode?(account: PlatformAccount, isOn: boolean, signal: AbortSignal): Promise<void>
  }
  readonly rewards?: RewardCapability
  readonly polls?: PollCapability
  readonly predictions?: PredictionCapability
  /** Reports events to the connector's feed until the returned function is called. */
  listen?(account: PlatformAccount): () => void
  /** The status of the listener; undefined while it is not running. */
  listening?(account: PlatformAccount): ListeningState | undefined
  /** Checks the listener now and repairs its subscriptions if needed. */
  checkListening?(account: PlatformAccount, signal: AbortSignal): Promise<void>
  /** The kinds of events that the listener reports. */
  readonly reports?: readonly PlatformEvent['kind'][]
  /** The counts that the platform itself provides. Others are counted by this server, or 0. */
  readonly counts?: readonly ('viewers' | 'followers')[]
  /** The parts of a chat message that the platform itself reports beside its text. */
  readonly chatParts?: readonly ('emotes' | 'badges')[]
  /** Remarks about capabilities, shown in the panel and the documentation. */
  readonly notes?: Readonly<Partial<Record<CapabilityName, Text>>>
}

/** The capabilities that are methods of the connector itself. */
export type Capability =
  | 'listPresent'
  | 'sendChat'
  | 'setTitle'
  | 'setCategory'
  | 'findCategory'
  | 'listSubscribers'
  | 'clips'
  | 'moderation'
  | 'rewards'
  | 'polls'
  | 'predictions'
  | 'figures'
  | keyof ChannelCapabilities<PlatformAccount, PlatformUser>

/** An event reported by a connector. `id` comes from the platform: an event with a known id is ignored. */
export type PlatformEvent = ViewerEvent | ChannelEvent
export type ChannelEvent = ChannelReport<PlatformUser, PlatformCategory>

/** What a viewer does, or what is done to a viewer. */
export type ViewerEvent = {
  readonly id: string
  /** Who caused it; the broadcaster, for an event of the channel itself. */
  readonly user: PlatformUser
} & (
  | ChatMessageReport
  | ChatChangeReport
  | SupportReport
  | { readonly kind: 'follow' }
  | {
      readonly kind: 'subscription'
      readonly type: 'sub_new' | 'sub_renew' | 'sub_gift'
      readonly tier: number
      readonly months: number
      readonly expiresAt: number
      /** Who paid for a gift, if known. */
      readonly giver?: PlatformUser
      /** The id of the report about all gifts of which this is one. A gift without it was given alone. */
      readonly giftId?: string
      /** What the subscriber wrote. */
      readonly message?: string
      readonly streakMonths?: number
      /** The name of a membership level. */
      readonly levelName?: string
    }
  | { readonly kind: 'ban'; readonly minutes: number | null; readonly reason: string; readonly moderator: string }
  | { readonly kind: 'unban' }
  | { readonly kind: 'raid'; readonly viewers: number }
  | {
      readonly kind: 'bits'
      /** In the platform's own unit; of money, in hundredths of the currency. */
      readonly amount: number
      readonly message: string
      /** Only of money, such as a Super Chat: how much it is in its currency. */
      readonly money?: { readonly value: number; readonly currency: string }
      /** The gift that the amount was spent on, in the words of the platform. */
      readonly gift?: { readonly name: string; readonly tier: string }
      /** Nobody is named; `user` is the broadcaster. */
      readonly isAnonymous?: true
      /** When it was sent, if it was missed and read later. It is counted and shows no alert. */
      readonly missedAt?: number
    }
  | StandingReport
  | RewardEvent
  | PollEvent
  | PredictionEvent
)

/** Receives all events of a platform, so that sandbox and real platforms behave alike. */
export type PlatformFeed = (
  account: { readonly channelId: number; readonly platform: Platform },
  event: PlatformEvent,
) => Promise<void>
