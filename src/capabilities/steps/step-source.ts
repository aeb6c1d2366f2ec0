import type { Caller } from '../../kernel/operation/caller.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { Execution } from './execution.ts'
import type { CommandReference, Payment, RunCount, RunUser, StepResult } from './run.ts'
import type { RunBy } from './run-user.ts'

/** What runs a list of steps, and for whom. */
export interface StepSubject {
  /** The actor of everything that the steps change: `automation:3`, `cue:7`. */
  readonly source: string
  /** Its name, which the ledger shows as the reason of a change. */
  readonly title: string
  /** The broadcaster when left out. */
  readonly by?: RunBy
  /** Where it happened and gets its replies; without it every platform of `platforms` gets them. */
  readonly platform?: Platform | undefined
  /** All when left out. */
  readonly platforms?: readonly Platform[] | undefined
  readonly args?: string
  readonly messageId?: string | undefined
  readonly redemption?: Redemption | undefined
  readonly count?: RunCount
  /** What `$(event.<field>)` reads. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Where a run comes from; the commands that its steps run inherit it. */
export interface Origin {
  readonly platform: Platform
  /** The platform on which it was typed, which alone gets the replies. */
  readonly typedOn: Platform | undefined
  readonly user: RunUser
  readonly args: string
  readonly depth: number
  readonly messageId?: string | undefined
  readonly redemption?: Redemption | undefined
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** Whoever started the run shows the replies, so no chat gets them. */
  readonly isAnsweredElsewhere?: boolean | undefined
  readonly paidAlerts?: Payment | undefined
}

/** What the steps belong to. */
export interface StepSource {
  readonly id: string
  readonly title: string
  readonly platforms: readonly Platform[]
  readonly count: RunCount
}

/** Runs a command that a step names, in the same execution. */
export type RunNested = (
  execution: Execution,
  by: Caller,
  origin: Origin,
  reference: CommandReference,
  args: string,
) => Promise<StepResult>
