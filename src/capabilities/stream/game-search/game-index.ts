import type { CatalogueGame, SearchHit } from './catalogue-game.ts'
import { findSameName } from './find-by-keys.ts'
import { createCandidateFinder } from './find-candidates.ts'
import { popularityPoints } from './popularity.ts'
import { createTitleScorer } from './score-title.ts'
import { createSearchQuery, prepareQuery } from './search-query.ts'
import {
  createTitleStore,
  hashOfId,
  hashOfText,
  indexYoungTitles,
  type StoreColumns,
  type TitleStore,
} from './title-store.ts'

export interface GameSearch {
  readonly query: string
  readonly limit: number
  readonly minSimilarity: number
}

export interface GameSearchResult {
  /** The number of scored games (at most 200) with at least `minSimilarity`, before `limit`. */
  readonly total: number
  readonly games: SearchHit[]
}

interface Hit extends Omit<SearchHit, 'game'> {
  readonly row: number
}

export type GameIndex = ReturnType<typeof createGameIndex>

/** Takes a second for the shipped catalogue: it is done when the server is built, or in a thread. */
export function buildGameIndex(games: Iterable<CatalogueGame>): StoreColumns {
  const store = createTitleStore()
  for (const game of games) store.append(game)
  indexYoungTitles(store)
  return store.columns()
}

/** A fuzzy search index of categories, from what `buildGameIndex` returned. Empty without it. */
export function createGameIndex(columns?: StoreColumns) {
  const findCandidates = createCandidateFinder()
  const scoreTitle = createTitleScorer()
  const prepared = createSearchQuery()
  const store = createTitleStore(columns)

  return {
    /** Adds games, whose ids are new. */
    add(games: readonly CatalogueGame[]): void {
      for (const game of games) store.append(game)
      if (store.youngGrams.length > MAX_YOUNG_TITLES) indexYoungTitles(store)
    },
    search,
    findById: (id: number): CatalogueGame | undefined =>
      store.games.at(store.ids.findLast(hashOfId(id), (row) => store.games.idAt(row) === id) ?? -1),
    findByKickId: (id: string): CatalogueGame | undefined =>
      store.games.at(
        store.kickIds.findLast(hashOfText(id), (row) => store.games.at(row)?.platformIds.kick === id) ?? -1,
      ),
    /** The most popular game with this name, ignoring case, accents and punctuation. */
    findByName: (name: string): CatalogueGame | undefined => findSameName(store, name),
  }

  function search({ query, limit, minSimilarity }: GameSearch): GameSearchResult {
    const candidates = findCandidates(store, prepareQuery(query, prepared))
    const best = new Map<number, Hit>()
    for (let i = 0; i < candidates.size; i++) {
      const title = candidates.titles[i] ?? 0
      const row = store.gameOf[title] ?? 0
      const { points, matchType } = scoreTitle(prepared, store, title, candidates.via[i] ?? 0)
      const score = matchType === 'exact_name' ? 100 : withPopularity(points, store.games.rankAt(row))
      if (score < minSimilarity || score <= (best.get(row)?.score ?? -1)) continue
      best.set(row, { row, score, matchType })
    }
    const hits = [...best.values()].sort((a, b) => compareHits(store, a, b))
    const games = hits.slice(0, limit).flatMap(({ row, score, matchType }) => {
      const game = store.games.at(row)
      return game === undefined ? [] : { game, score, matchType }
    })
    return { total: hits.length, games }
  }
}

/** Rounded to one decimal, so that results with the same shown value sort as equal. 100 is reserved for an exact name. */
function withPopularity(points: number, rank: number | null): number {
  return Math.min(99.9, Math.round((points + popularityPoints(rank)) * 10) / 10)
}

function compareHits({ games }: TitleStore, a: Hit, b: Hit): number {
  if (a.score !== b.score) return b.score - a.score
  const rankA = games.rankAt(a.row) ?? Number.MAX_SAFE_INTEGER
  const rankB = games.rankAt(b.row) ?? Number.MAX_SAFE_INTEGER
  if (rankA !== rankB) return rankA - rankB
  const nameA = games.at(a.row)?.name ?? ''
  const nameB = games.at(b.row)?.name ?? ''
  if (nameA !== nameB) return nameA < nameB ? -1 : 1
  return games.idAt(a.row) - games.idAt(b.row)
}

/** The maximum number of titles outside the postings. Every search scans them, which takes microseconds. */
const MAX_YOUNG_TITLES = 1024
