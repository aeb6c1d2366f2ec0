import type { Clock, Ids } from '../ambient.ts'
import type { Log } from '../log.ts'
import type { Database } from '../storage/database.ts'
import type { HttpClient } from './http-client.ts'
import type { OAuth } from './oauth.ts'
import type { PlatformConnector, PlatformFeed, PlatformUser } from './platform.ts'
import type { Role, Service } from './services.ts'
import type { Tokens } from './tokens.ts'

/** A real service as the rest of the house sees it: how to sign in there, and what can then be done. */
export interface ConnectedService {
  readonly service: Service
  readonly oauth: OAuth
  /** What each kind of account is asked to allow. A role that is absent cannot be connected. */
  readonly scopes: Readonly<Partial<Record<Role, readonly string[]>>>
  /** Whose token it is. */
  identify(accessToken: string, signal: AbortSignal): Promise<PlatformUser>
  /** Absent for a service that is no platform. */
  readonly connector?: PlatformConnector
}

/** What every service is made of. */
export interface ServiceNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly http: HttpClient
  readonly tokens: Tokens
  readonly secret: () => string
  readonly feed: PlatformFeed
  readonly redirectUri: (service: Service) => string
}
