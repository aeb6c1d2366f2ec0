import { clockText } from './contract/clock-text.ts'
import type { ValueContent } from './contract/values.ts'
import type { ValueDefinition } from './value.ts'

/** Words behind the name that choose a part of a value. Everything else is the name of a viewer. */
const parts = new Set(['random', 'count', 'last', 'seconds'])

export function isPart(word: string): boolean {
  return parts.has(word.toLowerCase()) || /^\d+$/.test(word)
}

/** A value as `$(value …)` writes it. */
export function valueText(
  { type }: Pick<ValueDefinition, 'type'>,
  content: ValueContent,
  part: string | undefined,
  chance: () => number,
): string {
  if (type === 'clock') return part?.toLowerCase() === 'seconds' ? String(content) : clockText(Number(content))
  if (typeof content !== 'object') return String(content)
  switch (part?.toLowerCase()) {
    case undefined:
      return content.join(', ')
    case 'count':
      return String(content.length)
    case 'random':
      return content[Math.floor(chance() * content.length)] ?? ''
    case 'last':
      return content.at(-1) ?? ''
    default:
      return content[Number(part) - 1] ?? ''
  }
}
