import { foldText } from './fold-text.ts'

/**
 * A title as bytes without spaces: a-z are 1 to 26, digits 27 to 36, letters of other scripts share 37 to
 * 127, and the first letter of each word has the WORD_START bit. One byte per letter keeps the index small, and without
 * spaces "mine craft" and "dota2" equal the intended titles.
 */
export const WORD_START = 128
export const LETTER = 127
export const DIGIT_ZERO = 27
export const FIRST_OTHER_LETTER = 37
export const MAX_LETTERS = 120

export interface EncodedTitle {
  /** Valid until the next call with the same buffer. */
  readonly letters: Uint8Array
  length: number
  /** "VII" was converted to "7"; this is the only difference between "Mega Man X" and "Mega Man 10". */
  hadRoman: boolean
  hasOtherLetters: boolean
}

export function createEncodedTitle(): EncodedTitle {
  return { letters: new Uint8Array(MAX_LETTERS), length: 0, hadRoman: false, hasOtherLetters: false }
}

/** Writes the searchable form of a title: word starts marked, "&" as "and", roman numerals as digits. */
export function encodeTitle(title: string, into: EncodedTitle): EncodedTitle {
  reset(into)
  const text = foldText(title)
  let wordAt = 0
  for (let i = 0; i < text.length && into.length < MAX_LETTERS; i++) {
    const unit = text.charCodeAt(i)
    const code = letterCode(unit, text, i)
    if (code > 0) {
      put(into, into.length === wordAt ? code | WORD_START : code)
      if (unit >= 0xd800 && unit < 0xdc00) i++
      continue
    }
    // "S.T.A.L.K.E.R." is one word: dots between single letters do not separate words.
    if (unit === APOSTROPHE || (unit === DOT && isBetweenInitials(text, i))) continue
    closeWord(into, wordAt)
    wordAt = into.length
    if (unit === AMPERSAND) {
      for (const letter of AND) put(into, letter)
      wordAt = into.length
    }
  }
  closeWord(into, wordAt)
  return into
}

/**
 * Writes only the letters, unconverted: the form that ignores punctuation and spaces. A text without letters keeps its
 * symbols, so that it can be found.
 */
export function encodePlain(text: string, into: EncodedTitle): EncodedTitle {
  reset(into)
  const folded = foldText(text)
  writeUnits(folded, into, letterCode)
  if (into.length === 0) writeUnits(folded, into, signCode)
  return into
}

function writeUnits(text: string, into: EncodedTitle, codeOf: typeof letterCode) {
  for (let i = 0; i < text.length && into.length < MAX_LETTERS; i++) {
    const unit = text.charCodeAt(i)
    const code = codeOf(unit, text, i)
    if (code > 0) put(into, code)
    if (unit >= 0xd800 && unit < 0xdc00) i++
  }
}

/** FNV-1a; different seeds separate the kinds of keys in one table. */
export function hashLetters({ letters, length }: EncodedTitle, seed: number): number {
  let hash = seed
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ ((letters[i] ?? 0) & LETTER), 0x01000193)
  return hash >>> 0
}

/** Equal, ignoring the WORD_START bit. */
export function isSameLetter(a: number | undefined, b: number | undefined): boolean {
  return (((a ?? 0) ^ (b ?? 0)) & LETTER) === 0
}

export function isDigit(byte: number | undefined): boolean {
  const letter = (byte ?? 0) & LETTER
  return letter >= DIGIT_ZERO && letter < FIRST_OTHER_LETTER
}

/** Whether the four digits at `at` are a year ending in the two at `endAt`: "24" is short for "2024". */
export function isYearWithEnd(text: Uint8Array, at: number, end: Uint8Array, endAt: number): boolean {
  if (!isSameLetter(text[at + 2], end[endAt]) || !isSameLetter(text[at + 3], end[endAt + 1])) return false
  const century = digitAt(text, at) * 10 + digitAt(text, at + 1)
  return isDigit(end[endAt]) && (century === 19 || century === 20)
}

/** Whether the text before `to` is only the title's first word, and that word is "the", "a" or "an". */
export function isArticle(text: Uint8Array, from: number, to: number): boolean {
  return ARTICLES.some((article) => {
    if (article.length !== to - from) return false
    return article.every((letter, i) => isSameLetter(text[from + i], letter))
  })
}

function digitAt(text: Uint8Array, at: number): number {
  return ((text[at] ?? 0) & LETTER) - DIGIT_ZERO
}

function reset(title: EncodedTitle) {
  title.length = 0
  title.hadRoman = false
  title.hasOtherLetters = false
}

function put(title: EncodedTitle, letter: number) {
  if (title.length === MAX_LETTERS) return
  title.letters[title.length++] = letter
  if ((letter & LETTER) >= FIRST_OTHER_LETTER) title.hasOtherLetters = true
}

/** 0 for a word separator. */
function letterCode(unit: number, text: string, at: number): number {
  if (unit < 128) return ASCII_CODES[unit] ?? 0
  const letter = String.fromCodePoint(text.codePointAt(at) ?? unit)
  return LETTER_OR_DIGIT.test(letter) ? otherLetter(letter.codePointAt(0) ?? unit) : 0
}

function signCode(unit: number, text: string, at: number): number {
  return unit === 0x20 ? 0 : otherLetter(text.codePointAt(at) ?? unit)
}

function otherLetter(codePoint: number): number {
  return FIRST_OTHER_LETTER + (codePoint % (LETTER + 1 - FIRST_OTHER_LETTER))
}

function isBetweenInitials(text: string, at: number): boolean {
  return isLetter(text, at - 1) && !isWordPart(text, at - 2) && isLetter(text, at + 1) && !isWordPart(text, at + 2)
}

function isLetter(text: string, at: number): boolean {
  const code = at < 0 || at >= text.length ? 0 : letterCode(text.charCodeAt(at), text, at)
  return code > 0 && (code < DIGIT_ZERO || code >= FIRST_OTHER_LETTER)
}

function isWordPart(text: string, at: number): boolean {
  return at >= 0 && at < text.length && letterCode(text.charCodeAt(at), text, at) > 0
}

/** The first word is not converted: "X" or "I Am Bread" do not begin with a number. */
function closeWord(title: EncodedTitle, wordAt: number) {
  const size = title.length - wordAt
  if (wordAt === 0 || size === 0 || size > LONGEST_ROMAN) return
  let key = 0
  for (let i = wordAt; i < title.length; i++) {
    const digit = ROMAN_LETTERS.indexOf((title.letters[i] ?? 0) & LETTER)
    if (digit < 0) return
    key = key * 4 + digit + 1
  }
  const value = ROMAN_VALUES.get(key)
  if (value === undefined) return
  title.length = wordAt
  title.hadRoman = true
  if (value > 9) put(title, DIGIT_ZERO + Math.floor(value / 10))
  put(title, DIGIT_ZERO + (value % 10))
  title.letters[wordAt] = (title.letters[wordAt] ?? 0) | WORD_START
}

const APOSTROPHE = 0x27
const AMPERSAND = 0x26
const DOT = 0x2e
const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u
const AND = [1 | WORD_START, 14, 4]
const ARTICLES = [[20, 8, 5], [1], [1, 14]]

const ASCII_CODES = new Uint8Array(128)
for (let i = 0; i < 26; i++) ASCII_CODES[0x61 + i] = 1 + i
for (let i = 0; i < 10; i++) ASCII_CODES[0x30 + i] = DIGIT_ZERO + i

export const ROMAN_NUMERALS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')
const LONGEST_ROMAN = 5
const ROMAN_LETTERS = [9, 22, 24]
const ROMAN_VALUES = new Map(
  ROMAN_NUMERALS.map((numeral, i) => [
    [...numeral].reduce((key, letter) => key * 4 + 'ivx'.indexOf(letter) + 1, 0),
    i + 1,
  ]),
)
