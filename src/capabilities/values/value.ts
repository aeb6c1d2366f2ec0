import type { ValueType } from '../../definitions/value-types.ts'
import type { ValueAction, ValueContent, ValueLifetime, ValueOwner, ValueSettings } from './contract/values.ts'

export interface ValueDefinition {
  readonly name: string
  readonly type: ValueType
  readonly owner: ValueOwner
  readonly lasts: ValueLifetime
  readonly settings: ValueSettings
}

/** What is stored of a value. The content of a clock is in milliseconds, as of `startedAt` while it runs. */
export interface ValueState {
  readonly content: ValueContent
  readonly startedAt: number | null
}

export type ValueChange =
  | { readonly kind: 'set'; readonly value: ValueContent }
  | { readonly kind: 'add'; readonly amount: number }
  | { readonly kind: 'add-item'; readonly item: string }
  | { readonly kind: 'remove-item'; readonly item: string }
  /** Counted from 0. */
  | { readonly kind: 'remove-index'; readonly index: number }
  | { readonly kind: 'action'; readonly action: ValueAction }
