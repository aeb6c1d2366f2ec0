import type { CapabilityName } from '../contract/capabilities.ts'
import type { ListeningState } from '../contract/listening.ts'
import type { Platform } from '../contract/platforms.ts'
import type { ChatRole } from '../contract/roles.ts'

/** A broadcaster's account on a platform, as a connector is handed it. */
export interface PlatformAccount {
  readonly channelId: number
  readonly platform: Platform
  readonly accountId: string
  readonly username: string
  readonly displayname: string
}

export interface PlatformUser {
  readonly id: string
  readonly username: string
  readonly displayname: string
  readonly isBot?: boolean
  /** The same on every account of one person, where the connector can tell. */
  readonly person?: string
  /** As the platform tells them with what somebody writes; absent where it says nothing of roles. */
  readonly roles?: readonly ChatRole[]
}

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

export type UserReference = { readonly id: string } | { readonly username: string } | { readonly person: string }

/**
 * What one platform can do through one connector. A capability that a platform does not have is absent, and
 * `platforms.ts` answers for it with one sentence. Every call gets a signal that ends it in time; trouble is a `Failure`.
 */
export interface PlatformConnector {
  /** With the platform it names the connector: an account row holds both. */
  readonly name: string
  readonly platform: Platform
  findUser(account: PlatformAccount, reference: UserReference, signal: AbortSignal): Promise<PlatformUser | undefined>
  readStream(account: PlatformAccount, signal: AbortSignal): Promise<StreamState>
  /** Who is in the chat now, where the platform tells; they are who watch time is counted for. */
  listPresent?(account: PlatformAccount, signal: AbortSignal): Promise<readonly PlatformUser[]>
  sendChat?(
    account: PlatformAccount,
    line: { readonly text: string; readonly as: 'broadcaster' | 'bot' },
    signal: AbortSignal,
  ): Promise<{ readonly messageId: string }>
  setTitle?(account: PlatformAccount, title: string, signal: AbortSignal): Promise<void>
  setCategory?(account: PlatformAccount, category: PlatformCategory, signal: AbortSignal): Promise<void>
  /** The platform's own category of this name, for a catalogue row whose id is not known yet. */
  findCategory?(account: PlatformAccount, name: string, signal: AbortSignal): Promise<PlatformCategory | undefined>
  /** Everyone subscribed at the moment, where the platform tells. */
  listSubscribers?(account: PlatformAccount, signal: AbortSignal): Promise<readonly PlatformSubscriber[]>
  readonly clips?: {
    readonly maxSeconds: number
    /** How long one may take to make, where that is longer than other calls. */
    readonly timeoutMs?: number
    /** The clip extension, where the platform needs one. */
    isReady(account: PlatformAccount): boolean
    create(
      account: PlatformAccount,
      clip: { readonly title: string; readonly seconds: number },
      signal: AbortSignal,
    ): Promise<{ readonly url: string }>
  }
  readonly moderation?: {
    /** Without minutes it is for good. */
    ban(
      account: PlatformAccount,
      sentence: { readonly user: PlatformUser; readonly minutes: number | null; readonly reason: string },
      signal: AbortSignal,
    ): Promise<void>
    unban(account: PlatformAccount, user: PlatformUser, signal: AbortSignal): Promise<void>
    deleteMessage(account: PlatformAccount, messageId: string, signal: AbortSignal): Promise<void>
    clearChat?(account: PlatformAccount, signal: AbortSignal): Promise<void>
    readChatRules?(account: PlatformAccount, signal: AbortSignal): Promise<ChatRules>
    setChatRules?(account: PlatformAccount, rules: ChatRules, signal: AbortSignal): Promise<void>
  }
  /** Reports what happens there to the feed it was made with, until the answer is called. */
  listen?(account: PlatformAccount): () => void
  /** How well it hears at the moment; undefined while it does not listen. */
  listening?(account: PlatformAccount): ListeningState | undefined
  /** Looks at once whether it still hears, and mends what can be mended. */
  checkListening?(account: PlatformAccount, signal: AbortSignal): Promise<void>
  /** What it tells of when it happens there. */
  readonly reports?: readonly PlatformEvent['kind'][]
  /** Which figures of a stream are the platform's own; the others are what this server has counted, or 0. */
  readonly counts?: readonly ('viewers' | 'followers')[]
  /** What there is to say about a capability, for people who read what is possible. */
  readonly notes?: Readonly<Partial<Record<CapabilityName, string>>>
}

/** Who may write how often. */
export interface ChatRules {
  readonly followersOnly: boolean
  /** 0 is not slow. */
  readonly slowSeconds: number
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

/** What a connector reports, however it hears of it. `id` is the platform's own: a repeat of it changes nothing. */
export type PlatformEvent = {
  readonly id: string
  readonly user: PlatformUser
} & (
  | { readonly kind: 'chat'; readonly text: string }
  | { readonly kind: 'follow' }
  | {
      readonly kind: 'subscription'
      readonly type: 'sub_new' | 'sub_renew' | 'sub_gift'
      readonly tier: number
      readonly months: number
      readonly expiresAt: number
      /** Who paid, when it was a gift and they are known. */
      readonly giver?: PlatformUser
    }
  | { readonly kind: 'ban'; readonly minutes: number | null; readonly reason: string; readonly moderator: string }
  | { readonly kind: 'unban' }
  | { readonly kind: 'raid'; readonly viewers: number }
  | { readonly kind: 'bits'; readonly amount: number; readonly message: string }
)

/** The one way in for everything that happens on a platform, so that the sandbox and the real ones behave alike. */
export type PlatformFeed = (
  account: { readonly channelId: number; readonly platform: Platform },
  event: PlatformEvent,
) => Promise<void>
