import { unaccent } from './fold-text.ts'
import { ROMAN_NUMERALS } from './title-letters.ts'

export interface Acronyms {
  readonly ofWhole: ReadonlySet<string>
  /** Acronyms of the part before or after a colon, or up to the number: "totk", "re7". */
  readonly ofPart: ReadonlySet<string>
}

/**
 * The common acronyms of a title: "gw2", "ff14" and "ffxiv", "sc2" (StarCraft II, by its inner
 * capital), "fm24" (Football Manager 2024), with and without the small words.
 */
export function acronymsOf(title: string): Acronyms {
  const parts = unaccent(title)
    .split(/: | - | – /u, 3)
    .map(wordsOf)
  const words = parts.flat()
  if (words.length < 2) return NONE
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
  add(forms, words)
  if (words.some(isSmallWord)) {
    const bigWords = words.filter((word) => !isSmallWord(word))
    const withoutArticles = words.filter((word) => !ARTICLES.has(word))
    add(forms, bigWords)
    add(forms, withoutArticles)
    if (ARTICLES.has(words[0] ?? '')) add(forms, words.slice(1))
    if (words.includes('and')) add(forms, words, (word) => (word === 'and' ? 'n' : short(word)))
  }
  const withoutPart = words.filter((word) => !BEFORE_NUMBERS.has(word))
  if (withoutPart.length < words.length) add(forms, withoutPart)
  if (words.some(isYear)) add(forms, words, (word) => (isYear(word) ? word.slice(2) : short(word)))
  if (words.some(isRoman)) add(forms, words, (word) => (isRoman(word) ? word : short(word)))
}

function add(forms: Set<string>, words: readonly string[], shorten = short) {
  if (words.length < 2) return
  // The first word is not a roman numeral: "X Rebirth" is "xr", but "7 Days to Die" keeps its number.
  const first = words[0] ?? ''
  let form = isNumber(first) ? first : first.charAt(0)
  for (let i = 1; i < words.length; i++) form += shorten(words[i] ?? '')
  if (form.length >= 2 && form.length <= MAX_LENGTH) forms.add(form)
}

function short(word: string): string {
  return numberOf(word) ?? word.charAt(0)
}

function numberOf(word: string): string | undefined {
  return isNumber(word) ? word : ROMAN_VALUES.get(word)
}

function isRoman(word: string): boolean {
  return ROMAN_VALUES.has(word)
}

/** A word consists of letters or of digits, never of both. */
function isNumber(word: string): boolean {
  return word.charCodeAt(0) <= 0x39
}

function isYear(word: string): boolean {
  return YEAR.test(word)
}

function isSmallWord(word: string): boolean {
  return SMALL_WORDS.has(word)
}

function wordsOf(text: string): string[] {
  const words = text.replaceAll('&', ' and ').replaceAll("'", '').match(WORDS) ?? []
  return words.map((word) => word.toLowerCase())
}

const NONE: Acronyms = { ofWhole: new Set(), ofPart: new Set() }
const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/gu
const ROMAN_VALUES = new Map(ROMAN_NUMERALS.map((numeral, i) => [numeral, String(i + 1)]))
const YEAR = /^(?:19|20)[0-9]{2}$/u
const MAX_LENGTH = 10
const ARTICLES = new Set(['the', 'a', 'an'])
const SMALL_WORDS = new Set([...ARTICLES, 'of', 'and', 'in', 'on', 'to', 'for', 'at', 'by', 'from', 'with', 'vs'])
const BEFORE_NUMBERS = new Set(['part', 'episode', 'chapter', 'season', 'vol', 'volume'])
