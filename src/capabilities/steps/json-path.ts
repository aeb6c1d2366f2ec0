import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'

const maxParts = 20

/** What stands at a place of a JSON value, such as `data[0].name` or `$.data[0].name`. Undefined if nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value
  for (const part of partsOf(path)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[part]
  }
  return found
}

/** Names follow a dot or stand in quotes in brackets; a number in brackets is a place in a list. */
function partsOf(path: string): string[] {
  const rest = path.trim().replace(/^\$/, '')
  const parts: string[] = []
  const part = /\.?([^.[\]"']+)|\[(\d{1,6})\]|\["([^"]*)"\]|\['([^']*)'\]/y
  while (part.lastIndex < rest.length) {
    const match = part.exec(rest)
    if (match === null || parts.length >= maxParts) throw invalid(commandErrors.jsonPath.of({ path }))
    parts.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
  }
  return parts
}
