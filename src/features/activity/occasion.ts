import type { Platform } from '../../contract/platforms.ts'
import type { AlertTrigger } from '../../contract/settings/alerts.ts'
import type { PlatformUser } from '../../platforms/platform.ts'

/** Something that happened and may be worth showing. */
export interface Occasion {
  readonly on: AlertTrigger
  readonly platform: Platform
  readonly user: PlatformUser
  readonly amount: number
  readonly message: string
}
