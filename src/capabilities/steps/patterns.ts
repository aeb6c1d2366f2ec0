import { loadOnce } from '../../kernel/load-once.ts'
import type { Failure } from '../../kernel/operation/contract/failures.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { estimateSize } from './pattern-size.ts'

/** Whether a text matches, with the size of the compiled program. */
export interface Pattern {
  (text: string): boolean
  readonly size: number
}

const maxPatternLength = 200

/**
 * Matching takes time in proportion to the number of instructions of the compiled program times the number of characters
 * (the work), in the worst case about 20 ns for each. So these limits keep the matching of one chat message below 5 ms.
 */
export const patternLimits = {
  /** The size of one pattern. */
  size: 200,
  /** The size of all patterns of the automatic moderation of a channel. */
  moderationSize: 400,
  /** The work for one message by automatic moderation: all patterns, on the 500 characters that platforms allow. */
  moderationWork: 200_000,
  /** The work for all conditions of a command that a message runs. */
  runWork: 50_000,
}

/** The compiled patterns that are kept in memory, by the sum of their sizes: about 30 MB. */
const maxKeptSize = 200_000
/** An invalid pattern is remembered like a small one. */
const failureSize = 10

/** Loaded with the first pattern, since most channels have none. */
const engine = loadOnce(() => import('re2js'))
/** In the order of their last use. */
const known = new Map<string, Pattern | Failure>()
let keptSize = 0

/**
 * A regular expression of a broadcaster. It runs on a linear-time engine, so that no pattern can block the server
 * (ReDoS). Case-insensitive.
 */
export async function patternOf(written: string): Promise<Pattern> {
  let found = known.get(written)
  if (found === undefined) {
    const { RE2JS } = await engine()
    found = compile(RE2JS, written)
    keep(written, found)
  } else {
    known.delete(written)
    known.set(written, found)
  }
  if (found instanceof Error) throw found
  return found
}

/** How much work matching this text is at most. */
export function workOf({ size }: Pattern, text: string): number {
  return size * text.length
}

function keep(written: string, found: Pattern | Failure): void {
  if (known.has(written)) return
  known.set(written, found)
  keptSize += sizeOf(found)
  for (const [oldest, dropped] of known) {
    if (keptSize <= maxKeptSize) return
    known.delete(oldest)
    keptSize -= sizeOf(dropped)
  }
}

function sizeOf(found: Pattern | Failure): number {
  return found instanceof Error ? failureSize : found.size
}

function compile(RE2JS: typeof import('re2js').RE2JS, written: string): Pattern | Failure {
  if (written.length > maxPatternLength) return invalid(commandErrors.patternTooLong.of({ max: maxPatternLength }))
  // Compiling a program of a hundred thousand instructions would already block the server.
  if (estimateSize(written) > 10 * patternLimits.size) return tooComplex()
  try {
    const compiled = RE2JS.compile(written, RE2JS.CASE_INSENSITIVE)
    const size = compiled.programSize()
    if (size > patternLimits.size) return tooComplex()
    return Object.assign((text: string) => compiled.matcher(text).find(), { size })
  } catch {
    return invalid(commandErrors.invalidPattern.of())
  }
}

function tooComplex(): Failure {
  return invalid(commandErrors.patternTooComplex.of())
}
