import type { PlatformAccount } from './account.ts'
import type { PredictionStage, PredictionStatus } from './contract/interaction-states.ts'

export interface PredictionOption {
  readonly id: string
  readonly title: string
  /** How many viewers chose it, and the channel points they put on it. */
  readonly users: number
  readonly points: number
}

export interface PlatformPrediction {
  readonly id: string
  readonly title: string
  /** `locked`: no further predictions are taken. `cancelled`: everybody got their points back. */
  readonly status: PredictionStatus
  readonly options: readonly PredictionOption[]
  /** The id of the option that came true. */
  readonly winnerId: string | null
  /** When it locks or locked. */
  readonly locksAt: number
}

export interface NewPrediction {
  readonly title: string
  readonly options: readonly string[]
  /** How long predictions are taken. */
  readonly seconds: number
}

export type PredictionEnd =
  | { readonly status: 'locked' | 'cancelled' }
  | { readonly status: 'resolved'; readonly winnerId: string }

/** Predictions that the platform itself runs. */
export interface PredictionCapability {
  create(account: PlatformAccount, prediction: NewPrediction, signal: AbortSignal): Promise<PlatformPrediction>
  /** The open one and the past ones that the platform still has, newest first. */
  list(account: PlatformAccount, signal: AbortSignal): Promise<PlatformPrediction[]>
  /** Without an id the one that is open. Undefined if there is no such prediction. */
  find(account: PlatformAccount, id: string | undefined, signal: AbortSignal): Promise<PlatformPrediction | undefined>
  end(account: PlatformAccount, id: string, end: PredictionEnd, signal: AbortSignal): Promise<PlatformPrediction>
}

export interface PredictionEvent {
  readonly kind: 'prediction'
  readonly stage: PredictionStage
  readonly prediction: PlatformPrediction
}
