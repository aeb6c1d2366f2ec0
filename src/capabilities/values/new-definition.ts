import type { ValueAction, ValueContent, ValueOwner } from './contract/values.ts'
import type { ValueDefinition } from './value.ts'

/** What an unknown name becomes by the first thing that is done to it. */
export function newDefinition(
  name: string,
  owner: ValueOwner,
  { value, action }: { readonly value?: ValueContent | undefined; readonly action?: ValueAction | undefined },
): ValueDefinition {
  const definition = { name, owner, lasts: 'forever' } as const
  if (action !== undefined) {
    // A clock that is given a time counts down from it, and is reset to it.
    const hasTime = typeof value === 'number' && value > 0
    const settings = hasTime ? ({ initial: value, direction: 'down' } as const) : ({ direction: 'up' } as const)
    return { ...definition, type: 'clock', settings }
  }
  const type = typeof value === 'number' ? 'number' : typeof value === 'string' ? 'text' : 'list'
  return { ...definition, type, settings: {} }
}
