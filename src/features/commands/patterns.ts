import { loadOnce } from '../../load-once.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'

/** Whether a text matches. */
export type Pattern = (text: string) => boolean

const maxPatternLength = 200
const maxRemembered = 500

/** Loaded with the first pattern, since most channels have none. */
const engine = loadOnce(() => import('re2js'))
const known = new Map<string, Pattern>()

/**
 * A regular expression of a broadcaster. It runs on a linear-time engine, so that no pattern can block the server
 * (ReDoS). Case-insensitive.
 */
export async function patternOf(written: string): Promise<Pattern> {
  const remembered = known.get(written)
  if (remembered !== undefined) return remembered
  if (written.length > maxPatternLength) throw invalid(commandErrors.patternTooLong({ max: maxPatternLength }))
  const { RE2JS } = await engine()
  const pattern = compile(RE2JS, written)
  if (known.size >= maxRemembered) known.clear()
  known.set(written, pattern)
  return pattern
}

function compile(RE2JS: typeof import('re2js').RE2JS, written: string): Pattern {
  try {
    const compiled = RE2JS.compile(written, RE2JS.CASE_INSENSITIVE)
    return (text) => compiled.matcher(text).find()
  } catch {
    throw invalid(commandErrors.invalidPattern())
  }
}
