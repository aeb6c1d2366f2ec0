import type { ChatRole } from '../definitions/roles.ts'
import type { Platform } from './contract/platforms.ts'

/** A broadcaster's account on a platform, as connectors receive it. */
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
  /** Identical for all accounts of one person, if the connector knows it. */
  readonly person?: string
  /** The user's chat roles; absent if the platform did not report them. */
  readonly roles?: readonly ChatRole[]
}
