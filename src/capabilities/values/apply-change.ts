import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Text } from '../../kernel/text/message.ts'
import { clockMs, isAtEnd } from './clock.ts'
import { boundsOf, clampedNumber, initialState, itemsOf, maxItemsOf, roundedNumber } from './content.ts'
import { valueTypeWords } from './contract/events.ts'
import { type ValueChangeKind, type ValueContent, valueLimits } from './contract/values.ts'
import { valueErrors } from './messages.ts'
import type { ValueChange, ValueDefinition, ValueState } from './value.ts'

export interface AppliedChange {
  readonly state: ValueState
  readonly kind: ValueChangeKind
}

/** The state after a change. What a caller sets outside the bounds is refused; what is added stops at them. */
export function applyChange(
  definition: ValueDefinition,
  state: ValueState,
  change: ValueChange,
  now: number,
): AppliedChange {
  switch (change.kind) {
    case 'set':
      return { state: withContent(definition, state, change.value, now), kind: 'set' }
    case 'add':
      return { state: withAmount(definition, state, change.amount, now), kind: 'added' }
    case 'add-item':
      return { state: withItem(definition, state, change.item), kind: 'added' }
    case 'remove-item':
      return { state: withoutIndex(state, placeOf(definition, state, change.item)), kind: 'removed' }
    case 'remove-index':
      requireIndex(definition, state, change.index)
      return { state: withoutIndex(state, change.index), kind: 'removed' }
    case 'action':
      return act(definition, state, change.action, now)
  }
}

function withContent(definition: ValueDefinition, state: ValueState, value: ValueContent, now: number): ValueState {
  const { name, type } = definition
  switch (type) {
    case 'number':
      if (typeof value !== 'number') throw refused(valueErrors.needsNumber.of({ name }))
      return { content: withinBounds(definition, 'value', roundedNumber(value)), startedAt: null }
    case 'text':
      if (typeof value !== 'string') throw refused(valueErrors.needsText.of({ name }))
      return { content: value, startedAt: null }
    case 'list':
      if (typeof value !== 'object') throw refused(valueErrors.needsList.of({ name }))
      return { content: checkedItems(definition, value), startedAt: null }
    case 'clock':
      if (typeof value !== 'number') throw refused(valueErrors.needsSeconds.of({ name }))
      return clockAt(definition, state, withinBounds(definition, 'value', value) * 1000, now)
  }
}

function withAmount(definition: ValueDefinition, state: ValueState, amount: number, now: number): ValueState {
  const { name, type } = definition
  if (type === 'number') return { content: clampedNumber(definition, Number(state.content) + amount), startedAt: null }
  if (type === 'list') throw refused(valueErrors.itemRequired.of({ name }))
  if (type === 'text') throw refused(valueErrors.noAmount.of({ name, type: valueTypeWords[type] }))
  const { max } = boundsOf(definition)
  const ms = clockMs(definition, state, now) + amount * 1000
  return clockAt(definition, state, Math.min(Math.max(ms, 0), max * 1000), now)
}

/** A running clock goes on from the new time, unless that is its end. */
function clockAt(definition: ValueDefinition, state: ValueState, ms: number, now: number): ValueState {
  const content = Math.round(ms)
  const isRunning = state.startedAt !== null && !isAtEnd(definition, content)
  return { content, startedAt: isRunning ? now : null }
}

function withItem(definition: ValueDefinition, state: ValueState, item: string): ValueState {
  const { name, type } = definition
  if (type !== 'list') throw refused(valueErrors.noItem.of({ name, type: valueTypeWords[type] }))
  return { content: checkedItems(definition, [...itemsOf(state), item]), startedAt: null }
}

function checkedItems(definition: ValueDefinition, items: readonly string[]): readonly string[] {
  const { name, settings } = definition
  const max = maxItemsOf(definition)
  if (items.length > max) throw refused(valueErrors.tooManyItems.of({ name, max }))
  if (settings.unique !== true) return items
  const known = new Set<string>()
  for (const item of items) {
    if (known.has(nameKey(item))) throw refused(valueErrors.itemTwice.of({ name, item }))
    known.add(nameKey(item))
  }
  return items
}

/** As it is written, otherwise without regard to case. */
function placeOf(definition: ValueDefinition, state: ValueState, item: string): number {
  const { name, type } = definition
  if (type !== 'list') throw refused(valueErrors.nothingToRemove.of({ name, type: valueTypeWords[type] }))
  const items = itemsOf(state)
  const exact = items.indexOf(item)
  const place = exact >= 0 ? exact : items.findIndex((one) => nameKey(one) === nameKey(item))
  if (place < 0) throw new Failure('item_not_found', { message: valueErrors.unknownItem.of({ name, item }) })
  return place
}

function requireIndex({ name, type }: ValueDefinition, state: ValueState, index: number): void {
  if (type !== 'list') throw refused(valueErrors.nothingToRemove.of({ name, type: valueTypeWords[type] }))
  const { length: count } = itemsOf(state)
  if (index >= count) throw new Failure('item_not_found', { message: valueErrors.unknownIndex.of({ name, count }) })
}

function withoutIndex(state: ValueState, index: number): ValueState {
  return { content: itemsOf(state).toSpliced(index, 1), startedAt: null }
}

function act(
  definition: ValueDefinition,
  state: ValueState,
  action: 'start' | 'pause' | 'reset',
  now: number,
): AppliedChange {
  const { name, type } = definition
  if (action === 'reset') return { state: initialState(definition), kind: 'reset' }
  if (type !== 'clock') throw refused(valueErrors.notAClock.of({ name, type: valueTypeWords[type] }))
  const ms = clockMs(definition, state, now)
  if (action === 'pause') return { state: { content: ms, startedAt: null }, kind: 'paused' }
  if (isAtEnd(definition, ms)) throw refused(valueErrors.clockAtEnd.of({ name }))
  return { state: state.startedAt === null ? { content: ms, startedAt: now } : state, kind: 'started' }
}

function withinBounds(definition: ValueDefinition, field: string, amount: number): number {
  const { min, max } = boundsOf(definition)
  if (amount >= min && amount <= max) return amount
  const { name } = definition
  if (min === -valueLimits.number) throw refused(valueErrors.atMost.of({ field, name, max }))
  if (max === valueLimits.number) throw refused(valueErrors.atLeast.of({ field, name, min }))
  throw refused(valueErrors.between.of({ field, name, min, max }))
}

export function refused(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
