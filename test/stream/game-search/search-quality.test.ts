import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldText } from '../../../src/capabilities/stream/game-search/fold-text.ts'
import { isSlow } from '../../declare.ts'
import { defaultGames, developmentQueries, wholeIndex } from './default-catalogue.ts'

isSlow('it searches all games')

const index = wholeIndex()

describe('searching the default catalogue', () => {
  function hitRates(cases: readonly { query: string; accepted: readonly string[] }[]) {
    let first = 0
    let firstTen = 0
    for (const { query, accepted } of cases) {
      const { games } = index.search({ query, limit: 10, minSimilarity: 25 })
      const at = games.findIndex((hit) => accepted.includes(hit.game.name))
      if (at === 0) first++
      if (at >= 0) firstTen++
    }
    return { first: first / cases.length, firstTen: firstTen / cases.length }
  }

  it('puts the right game first for 95 of 100 development queries and among ten for 99', async () => {
    const { first, firstTen } = hitRates(await developmentQueries())
    assert.ok(first >= 0.95, `first: ${first}`)
    assert.ok(firstTen >= 0.99, `among ten: ${firstTen}`)
  })

  it('does as well on typing errors that nobody tuned it for', () => {
    const { first, firstTen } = hitRates(inventedErrors(600))
    assert.ok(first >= 0.95, `first: ${first}`)
    assert.ok(firstTen >= 0.99, `among ten: ${firstTen}`)
  })

  it('finds every name by itself, in capitals and without its punctuation', () => {
    for (const { name } of defaultGames.filter((_, i) => i % 97 === 0)) {
      const punctuation = /[^\p{L}\p{N}\p{M}\s]/gu
      for (const query of [name, name.toUpperCase(), name.replace(punctuation, ''), name.replace(punctuation, ' ')]) {
        const [best] = index.search({ query, limit: 1, minSimilarity: 25 }).games
        assert.equal(best?.score, 100, query)
        assert.equal(best?.matchType, 'exact_name', query)
      }
    }
  })
})

/** Swapped, missing, doubled and neighbouring letters, and words run together, from a seeded generator. */
function inventedErrors(count: number) {
  const random = seeded(20_250_101)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const names = defaultGames.map(({ name }) => name).filter((name) => /^[\w :'!-]{6,}$/u.test(name))
  const spelt = Map.groupBy(defaultGames, ({ name }) => comparable(name))
  return Array.from({ length: count }, () => {
    const name = pick(random() < 0.7 ? names.slice(0, 2000) : names)
    const text = foldText(name)
    const at = 1 + Math.floor(random() * (text.length - 2))
    const head = text.slice(0, at)
    const letter = text.charAt(at)
    const query = pick([
      () => head + text.charAt(at + 1) + letter + text.slice(at + 2),
      () => head + text.slice(at + 1),
      () => head + letter + text.slice(at),
      () => head + pick([...(NEIGHBOURS[letter] ?? letter)]) + text.slice(at + 1),
      () => text.replace(' ', ''),
    ])()
    return { query, accepted: (spelt.get(comparable(name)) ?? []).map((game) => game.name) }
  })
}

function comparable(name: string): string {
  return foldText(name)
    .replace(/ (ii|iii|iv)\b/gu, (numeral) => ` ${numeral === ' ii' ? 2 : numeral === ' iii' ? 3 : 4}`)
    .replace(/[^a-z0-9]/gu, '')
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const NEIGHBOURS: Readonly<Record<string, string>> = {
  a: 'qsz',
  e: 'wrd',
  i: 'uok',
  o: 'ipl',
  u: 'yij',
  r: 'etf',
  t: 'ryg',
  n: 'bhm',
  s: 'awd',
  l: 'kop',
  d: 'sef',
}
