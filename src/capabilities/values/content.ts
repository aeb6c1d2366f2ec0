import { clockSeconds } from './clock.ts'
import { type ValueContent, valueLimits } from './contract/values.ts'
import type { ValueDefinition, ValueState } from './value.ts'

/** A value without a viewer's or the channel's own content. */
export function initialState(definition: ValueDefinition): ValueState {
  const { type, settings } = definition
  const { initial } = settings
  if (type === 'list') return { content: [], startedAt: null }
  if (type === 'text') return { content: initial ?? '', startedAt: null }
  const amount = clampedNumber(definition, Number(initial ?? 0))
  return { content: type === 'clock' ? amount * 1000 : amount, startedAt: null }
}

/** The content as callers see it: of a clock its seconds now. */
export function shownContent(definition: ValueDefinition, state: ValueState, now: number): ValueContent {
  return definition.type === 'clock' ? clockSeconds(definition, state, now) : state.content
}

/** What the log says of the content: of a list how many items it has. */
export function loggedContent(definition: ValueDefinition, state: ValueState, now: number): number | string {
  const shown = shownContent(definition, state, now)
  return typeof shown === 'object' ? shown.length : shown
}

export function itemsOf({ content }: ValueState): readonly string[] {
  return typeof content === 'object' ? content : []
}

/** Numbers as people write them: 0.1 + 0.2 is 0.3. */
export function roundedNumber(amount: number): number {
  const rounded = Number(amount.toFixed(valueLimits.decimals))
  return rounded === 0 ? 0 : rounded
}

export function boundsOf({ type, settings }: ValueDefinition): { readonly min: number; readonly max: number } {
  if (type === 'clock') return { min: 0, max: settings.maximum ?? valueLimits.clockSeconds }
  return { min: settings.minimum ?? -valueLimits.number, max: settings.maximum ?? valueLimits.number }
}

export function clampedNumber(definition: ValueDefinition, amount: number): number {
  const { min, max } = boundsOf(definition)
  return Math.min(Math.max(roundedNumber(amount), min), max)
}

export function maxItemsOf({ owner, settings }: Pick<ValueDefinition, 'owner' | 'settings'>): number {
  return settings.maxItems ?? (owner === 'viewer' ? valueLimits.viewerItems : valueLimits.items)
}
