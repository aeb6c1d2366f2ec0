import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { CatalogueGame } from '../../src/capabilities/stream/game-search/catalogue-game.ts'
import { foldText } from '../../src/capabilities/stream/game-search/fold-text.ts'
import { buildGameIndex, createGameIndex } from '../../src/capabilities/stream/game-search/game-index.ts'
import { cpuMsOf } from '../app.ts'
import type { Part } from '../bench.ts'
import { createLevenshtein } from '../levenshtein.ts'

const shown = 10
/** The scan is slow, so each round runs only some of its queries; all rounds together run all of them. */
const scansPerRound = 10

type Query = { readonly query: string; readonly accepted: readonly string[] }

/** Search for a name, compared with a scan over all names. */
export const searchPart: Part = {
  name: 'search-games',
  async run({ sizes, say }) {
    const { defaultGames, developmentQueries, indexOf } = await import(
      '../../test/stream/game-search/default-catalogue.ts'
    )
    const queries = await developmentQueries()
    const usual = defaultGames.slice(0, sizes.names)
    const games = [...usual, ...moreGames(usual.length)].slice(0, sizes.names)
    say(`  an index of ${games.length.toLocaleString('en')} names`)
    const index = indexOf(games)
    const scan = createScan(games)
    const scanRight = new Set<Query>()

    const times: { ours: number; scan: number }[] = []
    const rounds = Math.min(queries.length, sizes.rounds * scansPerRound) / scansPerRound
    search(index, queries)
    for (let round = 0; round < rounds; round++) {
      say(`  round ${round + 1} of ${rounds}`)
      const some = queries.slice(round * scansPerRound, (round + 1) * scansPerRound)
      const ours = await cpuMsOf(() => search(index, queries))
      const scanned = await cpuMsOf(() => {
        for (const query of some) if (scan(query)) scanRight.add(query)
      })
      times.push({ ours: ours / queries.length, scan: scanned / some.length })
    }
    const tried = queries.slice(0, rounds * scansPerRound)
    const all = search(index, queries)
    const sample = search(index, tried)
    const small = search(indexOf(usual), queries)
    const percent = (hits: number, of: readonly Query[]) => (hits / of.length) * 100
    const own = percent(sample.ten, tried)
    const scanned = percent(scanRight.size, tried)
    const note = `${games.length.toLocaleString('en')} names`
    return {
      measured: {
        'search-games/cost': { rounds: times.map(({ ours, scan }) => ours / scan), note },
        'search-games/recall': {
          rounds: [own - scanned],
          note: `${own.toFixed(0)} % instead of ${scanned.toFixed(0)} %`,
        },
        'search-games/first': { rounds: [percent(all.first, queries)] },
        'search-games/ten': { rounds: [percent(all.ten, queries)] },
        'search-games/default-first': { rounds: [percent(small.first, queries)] },
        'search-games/default-ten': { rounds: [percent(small.ten, queries)] },
      },
      plots: [
        {
          file: 'cost-search',
          title: 'Search for a name',
          size: 'names',
          cost: 'ms of processor time',
          series: await curves(games, queries),
        },
      ],
    }
  },
}

/** The names beyond the default catalogue, which is the beginning of the file. */
function moreGames(after: number): CatalogueGame[] {
  const file = readFileSync(new URL('../data/games-large.tsv.gz', import.meta.url))
  const lines = gunzipSync(file).toString().trim().split('\n')
  return lines.slice(1 + after).map((line) => {
    const [id = '', name = '', slug = ''] = line.split('\t')
    return { id: Number(id), name, slug, rank: null, aliases: [], platformIds: {} }
  })
}

function search(index: ReturnType<typeof createGameIndex>, queries: readonly Query[]) {
  let first = 0
  let ten = 0
  for (const { query, accepted } of queries) {
    const { games } = index.search({ query, limit: shown, minSimilarity: 25 })
    const at = games.findIndex((hit) => accepted.includes(hit.game.name))
    if (at === 0) first++
    if (at >= 0) ten++
  }
  return { first, ten }
}

/**
 * Compares with every name and alias. A result is correct if the name is among the ten with the smallest distance; of
 * equal ones the more popular come first.
 */
function createScan(games: readonly CatalogueGame[]) {
  const names = games.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((spelling) => ({ name, folded: foldText(spelling) })),
  )
  const levenshtein = createLevenshtein(names.reduce((longest, { folded }) => Math.max(longest, folded.length), 0))
  return ({ query, accepted }: Query): boolean => {
    const wanted = foldText(query)
    const best: { name: string; distance: number }[] = []
    let worst = Number.POSITIVE_INFINITY
    for (const { name, folded } of names) {
      const distance = levenshtein(wanted, folded)
      if (distance >= worst) continue
      const at = best.findIndex((known) => known.distance > distance)
      best.splice(at < 0 ? best.length : at, 0, { name, distance })
      best.length = Math.min(best.length, shown)
      if (best.length === shown) worst = best.at(-1)?.distance ?? worst
    }
    return best.some(({ name }) => accepted.includes(name))
  }
}

async function curves(games: readonly CatalogueGame[], queries: readonly Query[]) {
  const ours = []
  const scan = []
  const some = queries.filter((_, index) => index % 20 === 0)
  for (const size of [1000, 5000, 20_000, 70_000, 139_455].filter((count) => count <= games.length)) {
    const few = games.slice(0, size)
    const index = createGameIndex(buildGameIndex(few))
    const scanFew = createScan(few)
    search(index, queries)
    ours.push({ size, cost: (await cpuMsOf(() => search(index, queries))) / queries.length })
    const scanned = await cpuMsOf(() => {
      for (const query of some) scanFew(query)
    })
    scan.push({ size, cost: scanned / some.length })
  }
  return [
    { name: 'Levenshtein scan', points: scan },
    { name: 'search-games', points: ours },
  ]
}
