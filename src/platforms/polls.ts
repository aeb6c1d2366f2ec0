import type { PlatformAccount } from './account.ts'
import type { PollStage, PollStatus } from './contract/interaction-states.ts'

export interface PlatformPoll {
  readonly id: string
  readonly title: string
  /** `ended`: its time is over; `terminated`: somebody ended it before. */
  readonly status: PollStatus
  readonly options: readonly { readonly id: string; readonly title: string; readonly votes: number }[]
  /** When it ends or ended. */
  readonly endsAt: number
}

export interface NewPoll {
  readonly title: string
  readonly options: readonly string[]
  readonly seconds: number
  /** What a further vote costs in channel points; undefined: further votes cannot be bought. */
  readonly pointsPerVote: number | undefined
}

/** Polls that the platform itself runs. */
export interface PollCapability {
  create(account: PlatformAccount, poll: NewPoll, signal: AbortSignal): Promise<PlatformPoll>
  /** The running one and the past ones that the platform still has, newest first. */
  list(account: PlatformAccount, signal: AbortSignal): Promise<PlatformPoll[]>
  /** Without an id the one that runs. Undefined if there is no such poll. */
  end(account: PlatformAccount, id: string | undefined, signal: AbortSignal): Promise<PlatformPoll | undefined>
}

export interface PollEvent {
  readonly kind: 'poll'
  readonly stage: PollStage
  readonly poll: PlatformPoll
}
