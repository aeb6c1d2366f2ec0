import type { Platform } from '../../contract/platforms.ts'
import type { AlertTrigger } from '../../contract/settings/alerts.ts'
import type { PlatformUser } from '../../platforms/platform.ts'

/** Something that can be shown as an alert. */
export interface Occasion {
  readonly on: AlertTrigger
  /** Null where it did not happen on a platform: a donation comes from a provider. */
  readonly platform: Platform | null
  readonly user: PlatformUser
  readonly amount: number
  readonly message: string
}
