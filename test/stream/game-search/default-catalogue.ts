import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CatalogueGame } from '../../../src/capabilities/stream/game-search/catalogue-game.ts'
import { createGameIndex } from '../../../src/capabilities/stream/game-search/game-index.ts'
import { readCatalogue } from '../../../src/capabilities/stream/game-search/read-catalogue.ts'

export const cataloguePath = fileURLToPath(new URL('../../../catalogue/games.tsv', import.meta.url))

export const defaultGames = await readAll(cataloguePath)

export async function readAll(path: string): Promise<CatalogueGame[]> {
  const games: CatalogueGame[] = []
  for await (const some of readCatalogue(path)) games.push(...some)
  return games
}

export async function indexOf(games: readonly CatalogueGame[]) {
  const index = createGameIndex()
  await index.add(games)
  return index
}

let whole: ReturnType<typeof indexOf> | undefined

/** The same for all that only search: to build it takes longer than their searches. */
export function wholeIndex() {
  whole ??= indexOf(defaultGames)
  return whole
}

export function game(id: number, name: string, more: Partial<CatalogueGame> = {}): CatalogueGame {
  return { id, name, slug: `slug-${id}`, rank: null, aliases: [], platformIds: {}, ...more }
}

/** Queries people typed or might have, with the names that are right answers. */
export async function developmentQueries(): Promise<{ query: string; accepted: string[] }[]> {
  const text = await readFile(new URL('./search-queries.tsv', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [query = '', expected = ''] = line.split('\t')
      return { query, accepted: expected.split('||') }
    })
}
