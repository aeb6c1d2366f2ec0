import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Text } from '../../kernel/text/message.ts'
import { type Platform, platforms, wordFor } from '../../platforms/contract/platforms.ts'
import type { Names } from '../../registry/names.ts'
import { type PublishedEvent, publishedEvents } from '../../registry/published-events.ts'
import type { Envelope } from './envelope.ts'
import { eventErrors as messages } from './messages.ts'

/** What a reader asked for. Left out: everything that its scopes may read. */
export interface EventFilter {
  readonly types: ReadonlySet<string> | undefined
  readonly platform: Platform | undefined
}

export const maxFilterTypes = 100

export function isWanted(
  { published, platform }: Pick<Envelope, 'published' | 'platform'>,
  filter: EventFilter,
): boolean {
  if (filter.types !== undefined && !filter.types.has(published.type)) return false
  return filter.platform === undefined || filter.platform === platform
}

/** The types that a list of names stands for: each a type, or a whole area as `points.*`. Unknown names are left out. */
export function matchingTypes(
  names: readonly string[],
  scopes: ReadonlySet<Scope>,
  offered: readonly PublishedEvent[] = publishedEvents,
): ReadonlySet<string> {
  return new Set(
    names.flatMap((name) => typesNamed(name, offered)).flatMap((one) => (scopes.has(one.scope) ? one.type : [])),
  )
}

function typesNamed(name: string, offered: readonly PublishedEvent[]): readonly PublishedEvent[] {
  return name.endsWith('.*')
    ? offered.filter(({ type }) => type.startsWith(name.slice(0, -1)))
    : offered.filter(({ type }) => type === name)
}

/**
 * Types by name, or a whole area as `points.*`. A type that the scopes may not read is refused, so that nobody waits for
 * an event that never comes.
 */
export function readTypes(
  wanted: readonly string[],
  scopes: ReadonlySet<Scope>,
  offered: readonly PublishedEvent[] = publishedEvents,
): ReadonlySet<string> {
  if (wanted.length > maxFilterTypes) throw invalid(messages.tooManyTypes.of({ max: maxFilterTypes }))
  for (const name of wanted) {
    const matching = typesNamed(name, offered)
    const [first] = matching
    if (first === undefined) throw invalid(messages.unknownType.of({ type: printable(name) }))
    if (!matching.some(({ scope }) => scopes.has(scope))) throw missingScope(first)
  }
  return matchingTypes(wanted, scopes, offered)
}

function missingScope({ type, scope }: PublishedEvent): Failure {
  return new Failure('missing_scope', {
    message: messages.typeNeedsScope.of({ type, scope }),
    fields: { required_scope: scope },
  })
}

/** A platform in the chosen names. */
export function readPlatform(word: string, names: Names): Platform {
  const found = platforms.find((platform) => names.word(wordFor(platform)) === word)
  if (found !== undefined) return found
  const words = platforms.map((platform) => names.word(wordFor(platform)))
  throw invalid(messages.unknownPlatform.of({ platforms: words.join(', ') }))
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}

/** What a caller sent, short enough for a sentence. */
function printable(name: string): string {
  return name.slice(0, 60).replace(/[^\w.*-]/g, '?')
}
