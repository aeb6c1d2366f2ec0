import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CatalogueGame } from '../../../src/capabilities/stream/game-search/catalogue-game.ts'
import { buildGameIndex, createGameIndex } from '../../../src/capabilities/stream/game-search/game-index.ts'
import { readCatalogue } from '../../../src/capabilities/stream/game-search/read-catalogue.ts'

export const cataloguePath = fileURLToPath(new URL('../../../catalogue/games.tsv', import.meta.url))

export const defaultGames = readAll(cataloguePath)

export function readAll(path: string): CatalogueGame[] {
  return [...readCatalogue(readFileSync(path), path)]
}

export function indexOf(games: readonly CatalogueGame[]) {
  return createGameIndex(buildGameIndex(games))
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
