import type { CatalogueGame, MatchType, SearchHit } from './catalogue-game.ts'
import { createCandidateFinder, type SearchView } from './find-candidates.ts'
import { isSameName, plainLetters } from './fold-text.ts'
import { buildPostings, NO_POSTINGS } from './gram-postings.ts'
import { popularityPoints } from './popularity.ts'
import { createTitleScorer } from './score-title.ts'
import { createSearchQuery, prepareQuery } from './search-query.ts'
import { createSlices } from './slices.ts'
import { createEncodedTitle, encodePlain, encodeTitle, hashLetters } from './title-letters.ts'
import { createTitleStore, NAME_SEED } from './title-store.ts'

export interface GameSearch {
  readonly query: string
  readonly limit: number
  readonly minSimilarity: number
}

export interface GameSearchResult {
  /** Candidates at or above `minSimilarity`, before `limit`; at most 200 are scored. */
  readonly total: number
  readonly games: SearchHit[]
}

export function createGameIndex({ yieldEveryMs = 4 }: { yieldEveryMs?: number } = {}) {
  const findCandidates = createCandidateFinder()
  const score = createTitleScorer()
  const prepared = createSearchQuery()
  const firstBuild = Promise.withResolvers<void>()
  let view: SearchView = { store: createTitleStore(), titleCount: 0, postings: NO_POSTINGS }
  const rowOf = new Map<number, number>()
  let goneCount = 0
  let queue = Promise.resolve()

  return {
    ready: firstBuild.promise,
    add(games: readonly CatalogueGame[]): Promise<void> {
      const added = queue.then(() => addNow(games))
      queue = added.catch(() => undefined)
      return added
    },
    search,
    findById(id: number): CatalogueGame | undefined {
      const row = rowOf.get(id)
      return row === undefined ? undefined : view.store.games[row]
    },
    findByName,
  }

  async function addNow(games: readonly CatalogueGame[]) {
    const slices = createSlices(yieldEveryMs)
    const { store } = view
    const firstRow = store.games.length
    for (const [i, game] of games.entries()) {
      store.append(game)
      if (i % 16 === 15 && slices.isDue()) await slices.rest()
    }
    let { postings } = view
    if (store.titleCount - postings.titleCount > MAX_YOUNG_TITLES) postings = await buildPostings(store, slices)
    for (let row = firstRow; row < store.games.length; row++) {
      const id = store.games[row]?.id ?? 0
      const replaced = rowOf.get(id)
      if (replaced !== undefined) {
        store.gone[replaced] = 1
        goneCount++
      }
      rowOf.set(id, row)
    }
    view = { store, titleCount: store.titleCount, postings }
    firstBuild.resolve()
  }

  function search({ query, limit, minSimilarity }: GameSearch): GameSearchResult {
    const { store } = view
    const candidates = findCandidates(view, prepareQuery(query, prepared))
    const best = new Map<number, SearchHit>()
    for (let i = 0; i < candidates.size; i++) {
      const title = candidates.titles[i] ?? 0
      const row = store.gameOf[title] ?? 0
      const game = store.games[row]
      if (!game) continue
      const { points, matchType } = score(prepared, store, title, candidates.via[i] ?? 0)
      const total =
        matchType === 'exact_name' ? 100 : Math.min(99.9, Math.round((points + popularityPoints(game.rank)) * 10) / 10)
      const known = best.get(row)
      if (total >= minSimilarity && (!known || known.score < total)) best.set(row, { game, score: total, matchType })
    }
    const hits = [...best.values()].sort(compareHits)
    return { total: hits.length, games: hits.slice(0, limit) }
  }

  function findByName(name: string): CatalogueGame | undefined {
    return undefined
  }
}

const MAX_YOUNG_TITLES = 1024

function compareHits(a: SearchHit, b: SearchHit): number {
  if (a.score !== b.score) return b.score - a.score
  return (a.game.rank ?? Infinity) - (b.game.rank ?? Infinity) || (a.game.name < b.game.name ? -1 : 1)
}
