import { platformOf } from '../../../definitions/fields.ts'
import type { Channel } from '../../../kernel/operation/channel.ts'
import { model } from '../../../kernel/schema/model.ts'
import { boolean, integer, list, nullable, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { type PlatformWord, platformNamed, platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import type { Game, Games } from '../games.ts'
import { failureOf, type PlatformChange, type Stream } from '../stream.ts'

/** The parameters and results that the stream operations share. */

export const maxTitleLength = 140
export const maxGameLength = 100
const titleWords = ['PlatformA', 'PlatformB', 'PlatformC'] as const
const categoryWords = ['PlatformA', 'PlatformB'] as const

export const titlePlatform = optional(platformOf(titleWords, 'Left out: every connected one of them.'))
export const categoryPlatform = optional(platformOf(categoryWords, 'Left out: both, where connected.'))
export const titleChanged = oneOf([...titleWords, 'all'], { description: 'all when no platform was named.' })
export const categoryChanged = oneOf([...categoryWords, 'all'], { description: 'all when no platform was named.' })

export const gameReference = {
  game: optional(
    text({ max: maxGameLength, cleaning: 'line', description: 'Category name; the closest category is taken.' }),
  ),
  alpha_category_id: optional(
    integer({
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      description: 'Category id as search-games shows it; wins over game.',
    }),
  ),
}

/** The requested category, by id or by name; undefined if none is given. */
export async function gameIn(
  { games, stream }: { readonly games: Games; readonly stream: Stream },
  channel: Channel,
  input: { readonly game?: string; readonly alpha_category_id?: number },
): Promise<Game | undefined> {
  const { game: name, alpha_category_id: id } = input
  if (id !== undefined) return games.getByPublicId(id, await stream.kickOf(channel))
  return name === undefined ? undefined : games.getByName(name)
}

const outcome = {
  platform: platformOf(platformWords),
  success: boolean({ description: 'Whether everything requested was done on this platform.' }),
  error: nullable(text({ description: 'The error message.' })),
  code: nullable(text({ description: 'The error code.' })),
}

export const results = list(model('StreamResult', object(outcome)), { description: 'The result of each platform.' })
export const metaResults = list(object({ ...outcome, title_updated: boolean(), game_updated: boolean() }), {
  description: 'The result of each platform.',
})

export function resultOf(change: PlatformChange) {
  const failure = failureOf(change)
  return {
    platform: wordFor(change.platform),
    success: failure === undefined,
    error: failure?.message ?? null,
    code: failure?.code ?? null,
  }
}

export function metaResultOf(change: PlatformChange) {
  return {
    ...resultOf(change),
    title_updated: change.title?.done ?? false,
    game_updated: change.category?.done ?? false,
  }
}

export function platformIn(word: PlatformWord | undefined) {
  return word === undefined ? undefined : platformNamed(word)
}
