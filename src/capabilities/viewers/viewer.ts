import type { ChatRole } from '../../definitions/roles.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

/** What a viewer can have a balance of. */
export const currencies = ['points', 'coin'] as const
export type Currency = (typeof currencies)[number]

export interface Viewer {
  readonly id: number
  readonly platform: Platform
  readonly userId: string
  readonly username: string
  readonly displayname: string
  readonly person: string | null
  readonly isBot: boolean
  readonly points: number
  readonly coin: number
  readonly watchMinutes: number
  readonly messageCount: number
  /** As the platform last reported them. */
  readonly roles: readonly ChatRole[]
  readonly followedAt: number | null
  /** The month, YYYYMM, of the viewer's last message. */
  readonly countedMonth: number
  /** The newest ledger row of each balance. */
  readonly pointsSeq: number | null
  readonly coinSeq: number | null
}
