import type { SearchView } from './candidates.ts'
import type { CatalogueGame, SearchHit } from './catalogue-game.ts'
import { findSameName } from './find-by-keys.ts'
import { createCandidateFinder } from './find-candidates.ts'
import { buildPostings, NO_POSTINGS } from './gram-postings.ts'
import { popularityPoints } from './popularity.ts'
import { createTitleScorer } from './score-title.ts'
import { createSearchQuery, prepareQuery } from './search-query.ts'
import { createSlices, type Slices } from './slices.ts'
import { createTitleStore, type TitleStore } from './title-store.ts'

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

/** All games, or batches, so that not all must be in memory at once. */
type Games = readonly CatalogueGame[] | AsyncIterable<readonly CatalogueGame[]>

interface Hit extends Omit<SearchHit, 'game'> {
  readonly row: number
}

export type GameIndex = ReturnType<typeof createGameIndex>

/**
 * A fuzzy search index of categories. Games are added in slices of `yieldEveryMs` and become visible together at the end;
 * until then searches use the previous state. Before `ready` the index is empty.
 */
export function createGameIndex({ yieldEveryMs = 2 }: { yieldEveryMs?: number } = {}) {
  const findCandidates = createCandidateFinder()
  const scoreTitle = createTitleScorer()
  const prepared = createSearchQuery()
  const firstBuild = Promise.withResolvers<void>()
  let view: SearchView = { store: createTitleStore(), titleCount: 0, postings: NO_POSTINGS }
  let rowOf = new Map<number, number>()
  let adding = Promise.resolve()

  return {
    /** Resolves when the first `add` is complete. */
    ready: firstBuild.promise,
    /** Adds games; a game with a known id replaces the old one. */
    add(games: Games): Promise<void> {
      const added = adding.then(() => addNow(games))
      adding = added.catch(() => undefined)
      return added
    },
    search,
    findById: (id: number): CatalogueGame | undefined => view.store.games.at(rowOf.get(id) ?? -1),
    /** The most popular game with this name, ignoring case, accents and punctuation. */
    findByName: (name: string): CatalogueGame | undefined => findSameName(view, name),
  }

  async function addNow(games: Games) {
    const slices = createSlices(yieldEveryMs)
    const isWorn = view.store.games.length > Math.max(MIN_ROWS_WHEN_WORN, rowOf.size * 2)
    const store = isWorn ? createTitleStore() : view.store
    const rows = isWorn ? new Map<number, number>() : rowOf
    const replaced: number[] = []
    if (isWorn) await append(store, rows, liveGames(), replaced, slices)
    if (Symbol.iterator in games) await append(store, rows, games, replaced, slices)
    else for await (const some of games) await append(store, rows, some, replaced, slices)
    const known = isWorn ? NO_POSTINGS : view.postings
    const isTailLong = store.titleCount - known.titleCount > MAX_YOUNG_TITLES
    const postings = isTailLong ? await buildPostings(store, slices) : known
    // No await from here on: no search may see a game twice or miss it.
    for (const row of replaced) store.gone[row] = 1
    view = { store, titleCount: store.titleCount, postings }
    rowOf = rows
    firstBuild.resolve()
  }

  function* liveGames(): Iterable<CatalogueGame> {
    const { games, gone } = view.store
    for (let row = 0; row < games.length; row++) {
      const game = gone[row] === 0 ? games.at(row) : undefined
      if (game !== undefined) yield game
    }
  }

  function search({ query, limit, minSimilarity }: GameSearch): GameSearchResult {
    const { store } = view
    const candidates = findCandidates(view, prepareQuery(query, prepared))
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

async function append(
  store: TitleStore,
  rowOf: Map<number, number>,
  games: Iterable<CatalogueGame>,
  replaced: number[],
  slices: Slices,
) {
  let count = 0
  for (const game of games) {
    const before = rowOf.get(game.id)
    if (before !== undefined) replaced.push(before)
    rowOf.set(game.id, store.append(game))
    if (++count % CHECK_EVERY === 0 && slices.isDue()) await slices.rest()
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

const CHECK_EVERY = 16
/** The maximum number of titles outside the postings. Every search scans them, which takes microseconds. */
const MAX_YOUNG_TITLES = 1024
const MIN_ROWS_WHEN_WORN = 4096
