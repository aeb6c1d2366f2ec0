import type { Platform } from '../../platforms/contract/platforms.ts'
import type { RoundEntry, RoundKind, RoundStatus } from './contract/rounds.ts'

/** What was put on an option. A round without options has one, for all entries. */
export interface Tally {
  readonly entries: number
  readonly points: number
}

export interface Round {
  readonly id: number
  readonly kind: RoundKind
  readonly title: string
  readonly status: RoundStatus
  /** What can be chosen; the right answers of a trivia round; empty for a giveaway. */
  readonly options: readonly string[]
  readonly entry: RoundEntry
  /** How many win when nobody says otherwise. */
  readonly winners: number
  /** The points that each winner gets. */
  readonly prize: number
  /** The hash of the seed, published at the opening of a giveaway. */
  readonly commitment: string | null
  /** Revealed with the first winners. */
  readonly seed: string | null
  readonly sealedSeed: string | null
  /** The platform that runs it, if it is not this server. */
  readonly platform: Platform | null
  readonly externalId: string | null
  /** Whether chat reads when it opens, closes and ends. */
  readonly isAnnounced: boolean
  readonly entries: number
  readonly tally: readonly Tally[]
  /** The number of the option that came true, from 1. */
  readonly outcome: number | null
  readonly settling: Settling | null
  readonly settledTo: number
  readonly endedSeq: number | null
  readonly openedAt: number
  readonly closesAt: number | null
  readonly closedAt: number | null
  readonly endedAt: number | null
}

/** Points on their way to viewers: the pool of a prediction, or what was paid for a round that was cancelled. */
export type Settling = 'payout' | 'refund'

export interface NewRound {
  readonly kind: RoundKind
  readonly title: string
  readonly options: readonly string[]
  readonly entry: RoundEntry
  readonly winners: number
  readonly prize: number
  readonly seconds: number | undefined
  readonly isAnnounced: boolean
  readonly platform: Platform | undefined
}

export interface Winner {
  readonly place: number
  /** The number of the entry that won. */
  readonly number: number
  readonly viewerId: number
  readonly platform: Platform
  readonly userId: string
  readonly username: string
  readonly displayname: string
}

export interface OptionResult extends Tally {
  readonly option: string
}

/** Empty for rounds without options. */
export function resultsOf({ options, tally }: Pick<Round, 'options' | 'tally'>): OptionResult[] {
  return options.map((option, index) => ({ option, ...(tally[index] ?? { entries: 0, points: 0 }) }))
}

/** The option with the most votes; undefined if there are none, or several have the same number. */
export function leadingOption(round: Pick<Round, 'options' | 'tally'>): string | undefined {
  const [first, second] = resultsOf(round).toSorted((a, b) => b.entries - a.entries)
  return first === undefined || first.entries === 0 || first.entries === second?.entries ? undefined : first.option
}

/** The answers of a trivia round stay secret while it is open. */
export function shownOptions({ kind, status, options }: Pick<Round, 'kind' | 'status' | 'options'>): readonly string[] {
  return kind === 'trivia' && status === 'open' ? [] : options
}

/** What viewers have paid for their entries in all. */
export function pointsIn({ tally }: Pick<Round, 'tally'>): number {
  return tally.reduce((sum, { points }) => sum + points, 0)
}
