import { unaccent } from './fold-text.ts'
import { ROMAN_NUMERALS } from './title-letters.ts'

export interface Acronyms {
  readonly ofWhole: ReadonlySet<string>
  /** Of what stands before or after a colon, or up to the number: "totk", "re7". */
  readonly ofPart: ReadonlySet<string>
}

/**
 * The short forms people make of a title: "gw2", "ff14" and "ffxiv", "sc2" (StarCraft II, by its inner capital),
 * "fm24" (Football Manager 2024), with and without the small words.
 */
export function acronymsOf(title: string): Acronyms {
  const parts = unaccent(title)
    .split(/: | - | – /u, 3)
    .map(wordsOf)
  const words = parts.flat()
  const ofWhole = new Set<string>()
  const ofPart = new Set<string>()
  addForms(ofWhole, words)
  for (const part of parts.length > 1 ? [words, ...parts] : [words]) {
    if (part !== words) addForms(ofPart, part)
    const number = part.findIndex((word, i) => i > 0 && numberOf(word) !== undefined)
    if (number > 0 && number < part.length - 1) addForms(ofPart, part.slice(0, number + 1))
  }
  for (const form of ofWhole) ofPart.delete(form)
  return { ofWhole, ofPart }
}

function addForms(forms: Set<string>, words: readonly string[]) {
  if (words.length < 2) return
  add(forms, words, short)
  if (words.some(isSmallWord)) {
    add(
      forms,
      words.filter((word) => !isSmallWord(word)),
      short,
    )
    add(
      forms,
      words.filter((word) => !ARTICLES.has(word)),
      short,
    )
    if (ARTICLES.has(words[0] ?? '')) add(forms, words.slice(1), short)
    if (words.includes('and')) add(forms, words, (word) => (word === 'and' ? 'n' : short(word)))
  }
  if (words.some((word) => BEFORE_NUMBERS.has(word))) {
    add(
      forms,
      words.filter((word) => !BEFORE_NUMBERS.has(word)),
      short,
    )
  }
  if (words.some((word) => YEAR.test(word)))
    add(forms, words, (word) => (YEAR.test(word) ? word.slice(2) : short(word)))
  if (words.some(isRoman)) add(forms, words, (word) => (isRoman(word) ? word : short(word)))
}

function add(forms: Set<string>, words: readonly string[], shorten: (word: string) => string) {
  if (words.length < 2) return
  let form = (words[0] ?? '').replace(AFTER_FIRST_LETTER, '')
  for (let i = 1; i < words.length; i++) form += shorten(words[i] ?? '')
  if (form.length >= 2 && form.length <= MAX_LENGTH) forms.add(form)
}

function short(word: string): string {
  return numberOf(word) ?? word.charAt(0)
}

function numberOf(word: string): string | undefined {
  if (IS_NUMBER.test(word)) return word
  const roman = ROMAN_NUMERALS.indexOf(word)
  return roman < 0 ? undefined : String(roman + 1)
}

function isRoman(word: string): boolean {
  return ROMAN_NUMERALS.includes(word)
}

function isSmallWord(word: string): boolean {
  return SMALL_WORDS.has(word)
}

function wordsOf(text: string): string[] {
  const words = text.replaceAll('&', ' and ').replaceAll("'", '').match(WORDS) ?? []
  return words.map((word) => word.toLowerCase())
}

const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/gu
const IS_NUMBER = /^[0-9]+$/u
// The first word is no roman numeral: "X Rebirth" is "xr", but "7 Days to Die" keeps its number.
const AFTER_FIRST_LETTER = /(?<=^[a-z]).*/u
const YEAR = /^(?:19|20)[0-9]{2}$/u
const MAX_LENGTH = 10
const ARTICLES = new Set(['the', 'a', 'an'])
const SMALL_WORDS = new Set([...ARTICLES, 'of', 'and', 'in', 'on', 'to', 'for', 'at', 'by', 'from', 'with', 'vs'])
const BEFORE_NUMBERS = new Set(['part', 'episode', 'chapter', 'season', 'vol', 'volume'])
