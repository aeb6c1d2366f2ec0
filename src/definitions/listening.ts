import type { Text } from '../kernel/text/message.ts'
import type { ConnectionStatus } from './connection-state.ts'

/** The status of a connector's event listener, shown in the panel. */
export interface ListeningState extends ConnectionStatus {
  /** Since when this state lasts. */
  readonly since: number
  readonly checkedAt: number | null
  readonly receivedAt: number | null
  /** When the open page of the platform last showed something, for a platform whose page is mirrored. */
  readonly mirroredAt: number | null
  /** A restriction at present, in one sentence. */
  readonly note: Text | null
}

/** The same between nodes, with its texts in their stored form. */
export type SentListeningState = Omit<ListeningState, 'message' | 'note'> & {
  readonly message: string
  readonly note: string | null
}

/** The last reported stream state, for a platform without an API to read it. */
export interface ReportedStream {
  readonly live: boolean
  readonly title: string
  readonly viewerCount: number
  readonly followerCount: number
  readonly startedAt: number | null
}
