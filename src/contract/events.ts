import type { Platform } from './platforms.ts'

/** The lists of get-recent-activity. */
export const activityLists = ['followers', 'subscribers', 'banned', 'donors', 'kicks', 'bits'] as const
export type ActivityList = (typeof activityLists)[number]

/** One row of the event log, as every reader of it sees it. */
export interface LoggedEvent {
  readonly seq: number
  readonly kind: string
  readonly platform: Platform | null
  readonly viewerId: number | null
  readonly actor: string
  readonly requestId: string
  readonly at: number
  readonly data: Readonly<Record<string, unknown>>
}
