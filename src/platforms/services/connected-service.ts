import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { HttpClient } from '../calls/http-client.ts'
import type { ChatMirror } from '../chat-mirror.ts'
import type { ClipExtension } from '../clip-extension.ts'
import type { Platform } from '../contract/platforms.ts'
import type { MusicBackEnd } from '../music-back-end.ts'
import type { PlatformAccount, PlatformConnector, PlatformFeed, PlatformUser } from '../platform.ts'
import type { DeviceCode } from '../sign-in/device-code.ts'
import type { OAuth } from '../sign-in/oauth.ts'
import type { Permissions } from '../sign-in/permissions.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import type { AccountRole, Service } from './services.ts'

/** A real service (not the sandbox): how to sign in to it and what the server can do there. */
export interface ConnectedService {
  readonly service: Service
  readonly oauth: OAuth
  /** The scopes requested for each account role. A role that is absent cannot be connected. */
  readonly scopes: Readonly<Partial<Record<AccountRole, readonly string[]>>>
  /** What each scope is for. */
  readonly permissions?: Permissions
  /** Whether accounts can be connected by a redirect; false for an app without a secret where the service needs one. */
  readonly hasRedirect?: boolean
  /** Connects accounts by a code that is entered on any device. Absent where the service does not offer it. */
  readonly deviceCode?: DeviceCode
  /** The minimal request that identifies an account. Without it users cannot sign in with this service. */
  readonly signIn?: SignInRequest
  /** The user that the token belongs to. */
  identify(accessToken: string, signal: AbortSignal): Promise<PlatformUser>
  /** Absent for a service that is not a platform. */
  readonly connector?: PlatformConnector
  /** Absent for a service that does not play music. */
  readonly music?: MusicBackEnd
  /** Absent for a service that does not send webhooks. */
  readonly webhook?: IncomingWebhook
  /** Absent for a service whose page cannot be mirrored. */
  readonly mirror?: ChatMirror
  /** Removes the webhook subscriptions of an account that was disconnected. */
  leave?(account: PlatformAccount, signal: AbortSignal): Promise<void>
}

export interface SignInRequest {
  readonly scopes: readonly string[]
  /** Parameters of the authorization page that differ from those for connecting an account. */
  readonly extra?: Readonly<Record<string, string>>
}

/** Receives the webhooks of a service. Resolves when a delivery is handled; throws a `Failure` for an invalid one. */
export interface IncomingWebhook {
  receive(headers: Readonly<Record<string, string | readonly string[] | undefined>>, body: Buffer): Promise<void>
}

/** The dependencies of every service. */
export interface ServiceNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly bus: Bus
  /** The id of this node in a cluster; undefined for a single node. */
  readonly nodeId: string | undefined
  readonly http: HttpClient
  readonly tokens: Tokens
  readonly secret: () => string
  readonly feed: PlatformFeed
  readonly redirectUri: (service: Service) => string
  /** The address that a service sends its webhooks to. */
  readonly webhookUri: (service: Service) => string
  /** The number of known followers, for a platform that does not report a follower count. */
  readonly countFollowers: (channelId: number, platform: Platform) => Promise<number>
  /** Creates clips on a platform without a clip API. */
  readonly clipExtension?: ClipExtension | undefined
  /** Whether the broadcaster has turned on that the open page of the platform is mirrored. */
  readonly isMirrorOn: (channelId: number) => Promise<boolean>
}
