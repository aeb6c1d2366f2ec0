import { refused } from './apply-change.ts'
import { clockMs, maximumMs } from './clock.ts'
import { boundsOf, clampedNumber, itemsOf, maxItemsOf, roundedNumber } from './content.ts'
import { valueTypeWords } from './contract/events.ts'
import { type ValueSettings, valueLimits } from './contract/values.ts'
import { valueErrors } from './messages.ts'
import type { ValueDefinition, ValueState } from './value.ts'

/** Which settings a type has, by their names in the API. */
const settingsOf = {
  number: ['initial', 'minimum', 'maximum'],
  text: ['initial'],
  list: ['max_items', 'unique'],
  clock: ['initial', 'maximum', 'direction'],
} as const

const parameters: Readonly<Record<keyof ValueSettings, string>> = {
  initial: 'initial',
  minimum: 'minimum',
  maximum: 'maximum',
  maxItems: 'max_items',
  unique: 'unique',
  direction: 'direction',
}

/** The definition as it is stored, or the failure that says what is wrong with it. */
export function checkDefinition(definition: ValueDefinition): ValueDefinition {
  const { type, owner, settings } = definition
  const allowed: readonly string[] = settingsOf[type]
  for (const [setting, field] of Object.entries(parameters)) {
    const isSet = settings[setting as keyof ValueSettings] !== undefined
    if (isSet && !allowed.includes(field))
      throw refused(valueErrors.notForType.of({ field, type: valueTypeWords[type] }))
  }
  if (type === 'list') {
    const max = maxItemsOf({ owner, settings: {} })
    if (maxItemsOf(definition) > max) throw refused(valueErrors.tooManyForOwner.of({ max }))
  }
  if (type === 'clock') return withDirection(checkNumbers(definition))
  return type === 'number' ? checkNumbers(definition) : checkInitial(definition, 'string')
}

function checkNumbers(definition: ValueDefinition): ValueDefinition {
  const { settings } = checkInitial(definition, 'number')
  const { min, max } = boundsOf(definition)
  if (max < min) throw refused(valueErrors.reversedBounds.of())
  if (definition.type === 'clock' && max > valueLimits.clockSeconds) {
    throw refused(valueErrors.atMost.of({ field: 'maximum', max: valueLimits.clockSeconds, name: definition.name }))
  }
  const { initial, minimum, maximum } = settings
  if (typeof initial === 'number' && (initial < min || initial > max)) throw refused(valueErrors.outsideBounds.of())
  return {
    ...definition,
    settings: {
      ...settings,
      ...(typeof initial === 'number' && { initial: roundedNumber(initial) }),
      ...(minimum !== undefined && { minimum: roundedNumber(minimum) }),
      ...(maximum !== undefined && { maximum: roundedNumber(maximum) }),
    },
  }
}

function checkInitial(definition: ValueDefinition, wanted: 'number' | 'string'): ValueDefinition {
  const { type, settings } = definition
  if (settings.initial === undefined || typeof settings.initial === wanted) return definition
  throw refused(
    valueErrors.wrongInitial.of({
      wanted: valueTypeWords[wanted === 'string' ? 'text' : wanted],
      type: valueTypeWords[type],
    }),
  )
}

/** A clock that starts with time counts down. */
function withDirection(definition: ValueDefinition): ValueDefinition {
  const { settings } = definition
  const direction = settings.direction ?? (Number(settings.initial ?? 0) > 0 ? 'down' : 'up')
  return { ...definition, settings: { ...settings, direction } }
}

/** What a value becomes under other bounds. A running clock goes on from where it is. */
export function limitedState(before: ValueDefinition, after: ValueDefinition, state: ValueState, now: number) {
  switch (after.type) {
    case 'number':
      return { ...state, content: clampedNumber(after, Number(state.content)) }
    case 'text':
      return state
    case 'list': {
      const { name } = after
      const { length: count } = itemsOf(state)
      if (count > maxItemsOf(after)) throw refused(valueErrors.listTooLong.of({ name, count }))
      return state
    }
    case 'clock': {
      const isOtherwise = before.settings.direction !== after.settings.direction
      if (!isOtherwise && Number(state.content) <= maximumMs(after)) return state
      const content = Math.min(clockMs(before, state, now), maximumMs(after))
      return { content, startedAt: state.startedAt === null ? null : now }
    }
  }
}

export function isSameState(one: ValueState, other: ValueState): boolean {
  if (one.startedAt !== other.startedAt) return false
  if (typeof one.content !== 'object' || typeof other.content !== 'object') return one.content === other.content
  const items = other.content
  return one.content.length === items.length && one.content.every((item, index) => item === items[index])
}
