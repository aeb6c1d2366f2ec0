import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languages } from '../src/kernel/text/languages.ts'
import type { Catalogue } from '../src/kernel/text/message.ts'

const catalogues = fileURLToPath(new URL('../catalogues/', import.meta.url))

/**
 * What share of its texts each language has that is not complete, for the choice of languages in the panel. The complete
 * ones say how many texts there are: in a release they have all, and the build need not load every module to count.
 */
export function catalogueShares(
  list: Readonly<Record<string, { readonly complete: boolean }>> = languages,
  countTexts: (language: string) => number = countTextsOf,
): Record<string, number> {
  const others = Object.keys(list).filter((language) => language !== 'en')
  const incomplete = others.filter((language) => list[language]?.complete === false)
  if (incomplete.length === 0) return {}
  const total = Math.max(...others.map(countTexts))
  // Rounded down: only a language that has every text shows 100 %.
  return Object.fromEntries(incomplete.map((one) => [one, Math.floor((countTexts(one) / total) * 100) / 100]))
}

function countTextsOf(language: string): number {
  const { texts } = JSON.parse(readFileSync(`${catalogues}${language}.json`, 'utf8')) as Catalogue
  return Object.keys(texts).length
}
