import { date, integer, nullable, oneOf, optional, type Schema, text, withDefault } from '../kernel/schema/schema.ts'
import { type PlatformWord, platformWords } from '../platforms/contract/platforms.ts'

/** The parameters that several operations share, each with its one description. */

export const maxNameLength = 100
export const maxAmount = 99_999_999

/** How an amount changes: points, coins, minutes watched. */
export const changeModes = ['add', 'remove', 'set'] as const
export type ChangeMode = (typeof changeModes)[number]

export function platformOf<const W extends readonly PlatformWord[]>(words: W, description = 'The platform.') {
  return oneOf(words, { description })
}

export const anyPlatform = platformOf(platformWords, 'The platform whose viewers are meant.')

export const userReference = {
  userid: optional(
    text({ max: maxNameLength, cleaning: 'name', description: 'The viewer by PlatformA user ID; looked at first.' }),
  ),
  username: optional(
    text({
      max: maxNameLength,
      cleaning: 'name',
      description: 'The viewer by name, without @; used when userid is absent or not found.',
    }),
  ),
}

/** For the input of an operation that needs a viewer. */
export const oneUser = { needsOne: [['userid', 'username']] } as const

const offset = withDefault(
  integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'How many rows to pass over.' }),
  0,
)

export function page(max: number, fallback: number) {
  return {
    limit: withDefault(integer({ min: 1, max, description: 'How many rows at most.' }), fallback),
    offset,
  }
}

/** The parameters of a list that is whole unless a page of it is asked for. */
export const optionalPage = {
  limit: optional(integer({ min: 1, max: 100, description: 'How many rows at most; left out: all of them.' })),
  offset,
}

/** What the answer of such a list says about its page, beside the rows. */
export const pageAnswer = {
  total: integer({ description: 'The number of all rows, whatever the limit.' }),
  limit: nullable(integer({ description: 'The largest number of rows in this answer; null if there is no limit.' })),
  offset: integer({ description: 'The number of rows that were skipped.' }),
}

export function pageOf<T>(all: readonly T[], { limit, offset: from }: { limit?: number | undefined; offset: number }) {
  const rows = all.slice(from, limit === undefined ? undefined : from + limit)
  return { rows, answer: { total: all.length, limit: limit ?? null, offset: from } }
}

export const dateSpan = {
  day: optional(date({ description: 'A single day, YYYY-MM-DD.' })),
  date_from: optional(date({ description: 'First day of a range; goes with date_to.' })),
  date_to: optional(date({ description: 'Last day of a range, included; goes with date_from.' })),
}

export function flag(description: string): Schema<0 | 1> {
  return { type: 'integer', enum: [0, 1], description }
}
