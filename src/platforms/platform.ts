import type { Platform } from '../contract/platforms.ts'

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

export type UserReference = { readonly id: string } | { readonly username: string } | { readonly person: string }

/**
 * What a platform can do. A capability that a platform does not have is absent, and `platforms.ts` answers for it
 * with one sentence. Every call gets a signal that ends it in time; trouble is a `Failure`.
 */
export interface PlatformConnector {
  readonly name: string
  findUser(account: PlatformAccount, reference: UserReference, signal: AbortSignal): Promise<PlatformUser | undefined>
  readStream(account: PlatformAccount, signal: AbortSignal): Promise<StreamState>
  sendChat?(
    account: PlatformAccount,
    line: { readonly text: string; readonly as: 'broadcaster' | 'bot' },
    signal: AbortSignal,
  ): Promise<{ readonly messageId: string }>
  setTitle?(account: PlatformAccount, title: string, signal: AbortSignal): Promise<void>
  setCategory?(account: PlatformAccount, category: PlatformCategory, signal: AbortSignal): Promise<void>
  /** The platform's own category of this name, for a catalogue row whose id is not known yet. */
  findCategory?(account: PlatformAccount, name: string, signal: AbortSignal): Promise<PlatformCategory | undefined>
  readonly clips?: {
    readonly maxSeconds: number
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
  }
}

/** The capabilities that are methods of the connector itself. */
export type Capability = 'sendChat' | 'setTitle' | 'setCategory' | 'findCategory' | 'clips' | 'moderation'

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
    }
  | { readonly kind: 'ban'; readonly minutes: number | null; readonly reason: string; readonly moderator: string }
  | { readonly kind: 'unban' }
  | { readonly kind: 'bits'; readonly amount: number; readonly message: string }
)

/** The one way in for everything that happens on a platform, so that the sandbox and the real ones behave alike. */
export type PlatformFeed = (
  account: { readonly channelId: number; readonly platform: Platform },
  event: PlatformEvent,
) => Promise<void>
