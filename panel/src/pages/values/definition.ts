import type { ValueEntry } from './value-entry.ts'

/** What the dialog of a value changes: its content is changed elsewhere. */
export function definitionIn({ value: _value, count: _count, running: _running, ...definition }: ValueEntry) {
  return definition
}
