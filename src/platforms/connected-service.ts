import type { Clock, Ids } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import type { Platform } from '../contract/platforms.ts'
import type { Log } from '../log.ts'
import type { Database } from '../storage/database.ts'
import type { ClipExtension } from './clip-extension.ts'
import type { HttpClient } from './http-client.ts'
import type { MusicBackEnd } from './music-back-end.ts'
import type { OAuth } from './oauth.ts'
import type { PlatformAccount, PlatformConnector, PlatformFeed, PlatformUser } from './platform.ts'
import type { AccountRole, Service } from './services.ts'
import type { Tokens } from './tokens.ts'

/** A real service as the rest of the server sees it: how to sign in there, and what can then be done. */
export interface ConnectedService {
  readonly service: Service
  readonly oauth: OAuth
  /** What each kind of account is asked to allow. A role that is absent cannot be connected. */
  readonly scopes: Readonly<Partial<Record<AccountRole, readonly string[]>>>
  /** The least it must be asked for to say whose account it is. Nobody signs in with a service that has none. */
  readonly signIn?: SignInRequest
  /** Whose token it is. */
  identify(accessToken: string, signal: AbortSignal): Promise<PlatformUser>
  /** Absent for a service that is not a platform. */
  readonly connector?: PlatformConnector
  /** Absent for a service that plays no music. */
  readonly music?: MusicBackEnd
  /** Absent for a service that does not call us. */
  readonly webhook?: Webhook
  /** Ends what was arranged with the service for an account that was forgotten. */
  leave?(account: PlatformAccount, signal: AbortSignal): Promise<void>
}

export interface SignInRequest {
  readonly scopes: readonly string[]
  /** Parameters of the service's page that differ from those for connecting an account. */
  readonly extra?: Readonly<Record<string, string>>
}

/** The service's own calls to us. Answers once it is dealt with, and throws a `Failure` for what is not genuine. */
export interface Webhook {
  readonly path: string
  receive(headers: Readonly<Record<string, string | readonly string[] | undefined>>, body: Buffer): Promise<void>
}

/** What every service is made of. */
export interface ServiceNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly bus: Bus
  /** Which of several nodes this is; undefined for one that is alone. */
  readonly nodeId: string | undefined
  readonly http: HttpClient
  readonly tokens: Tokens
  readonly secret: () => string
  readonly feed: PlatformFeed
  readonly redirectUri: (service: Service) => string
  /** Where a service that calls us finds us. */
  readonly webhookUri: (service: Service) => string
  /** How many are known to follow, for a platform that does not count them for us. */
  readonly countFollowers: (channelId: number, platform: Platform) => Promise<number>
  /** Makes clips where a platform has no call for it. */
  readonly clipExtension?: ClipExtension | undefined
}
