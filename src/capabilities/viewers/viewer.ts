import type { ChatRole } from '../../definitions/roles.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

/** What a viewer can have a balance of. */
export const currencies = ['points', 'coin'] as const
export type Currency = (typeof currencies)[number]

/** The viewer's own row. */
export interface StoredViewer {
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
  /** As the platform last reported them. */
  readonly roles: readonly ChatRole[]
  readonly followedAt: number | null
  /** The month, YYYYMM, of the viewer's last message. */
  readonly countedMonth: number
  /** The newest ledger row of each balance. */
  readonly pointsSeq: number | null
  readonly coinSeq: number | null
}

/** With what is counted in other tables, for lists and texts. Changes do without it, because it costs a lookup. */
export interface Viewer extends StoredViewer {
  readonly messageCount: number
}
