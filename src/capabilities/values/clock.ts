import { valueLimits } from './contract/values.ts'
import type { ValueDefinition, ValueState } from './value.ts'

/** The content of a running clock is computed when it is read: nothing is written while it runs. */

export function maximumMs({ settings }: ValueDefinition): number {
  return (settings.maximum ?? valueLimits.clockSeconds) * 1000
}

export function clockMs(definition: ValueDefinition, { content, startedAt }: ValueState, now: number): number {
  const ms = Number(content)
  if (startedAt === null) return ms
  // A clock of the machine that was set back must not add time.
  const passed = Math.max(now - startedAt, 0)
  return countsDown(definition) ? Math.max(ms - passed, 0) : Math.min(ms + passed, maximumMs(definition))
}

/** Whole seconds: a clock that counts down shows 1 until it has ended. */
export function clockSeconds(definition: ValueDefinition, state: ValueState, now: number): number {
  const ms = clockMs(definition, state, now)
  return countsDown(definition) ? Math.ceil(ms / 1000) : Math.floor(ms / 1000)
}

/** When a running clock reaches its end. */
export function endOf(definition: ValueDefinition, { content, startedAt }: ValueState): number | null {
  if (definition.type !== 'clock' || startedAt === null) return null
  const ms = Number(content)
  return startedAt + (countsDown(definition) ? ms : maximumMs(definition) - ms)
}

export function isAtEnd(definition: ValueDefinition, ms: number): boolean {
  return countsDown(definition) ? ms <= 0 : ms >= maximumMs(definition)
}

/** The state with a clock stopped where it has ended; undefined while it has not. */
export function endedState(definition: ValueDefinition, state: ValueState, now: number): ValueState | undefined {
  const end = endOf(definition, state)
  if (end === null || end > now) return undefined
  return { content: countsDown(definition) ? 0 : maximumMs(definition), startedAt: null }
}

function countsDown({ settings }: ValueDefinition): boolean {
  return settings.direction === 'down'
}
