/** How well a connector hears what happens, for people to see. */
export interface ListeningState {
  /** `partly` when the platform tells of some things and not of others. */
  readonly state: 'starting' | 'on' | 'partly' | 'failed'
  /** One sentence. */
  readonly message: string
  /** Since when it is so. */
  readonly since: number
  readonly checkedAt: number | null
  readonly receivedAt: number | null
}

/** The stream of a platform that cannot be asked for it, as it was last told. */
export interface ReportedStream {
  readonly live: boolean
  readonly title: string
  readonly viewerCount: number
  readonly followerCount: number
  readonly startedAt: number | null
}
