/** Lowercase without accents: "Pokémon" and "POKEMON" become the same text. Other scripts keep their letters. */
export function foldText(text: string): string {
  return unaccent(text).toLowerCase()
}

/** As foldText, but keeps capitals, because "StarCraft" tells by them that it is two words. */
export function unaccent(text: string): string {
  if (!NOT_ASCII.test(text)) return text
  return text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(LETTERS_WITHOUT_DECOMPOSITION, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .normalize('NFC')
}

/** Whether two names are equal ignoring case, accents and punctuation. */
export function isSameName(a: string, b: string): boolean {
  const foldedA = foldText(a)
  const foldedB = foldText(b)
  if (foldedA.trim() === foldedB.trim()) return true
  const lettersA = withoutPunctuation(foldedA)
  if (lettersA === '') return false
  // "Counter-Strike" is written "counter strike" by some and "counterstrike" by others: both ignore punctuation.
  return lettersA === withoutPunctuation(foldedB) || spacedWords(foldedA) === spacedWords(foldedB)
}

/** The bare letters and digits; a name of nothing but signs keeps its signs, so that it can still be found. */
export function plainLetters(text: string): string {
  const folded = foldText(text)
  const letters = folded.replace(NEITHER_LETTER_NOR_DIGIT, '')
  return letters === '' ? folded.replace(/\s+/gu, '') : letters
}

function withoutPunctuation(folded: string): string {
  return folded.replace(PUNCTUATION, '').replace(/\s+/gu, ' ').trim()
}

function spacedWords(folded: string): string {
  return folded.replaceAll('&', ' and ').replaceAll("'", '').replace(NEITHER_LETTER_NOR_DIGIT, ' ').trim()
}

const NOT_ASCII = /[^\0-\x7f]/u
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u00b4\u0060\uff07]/gu
// Only the combining accents of alphabets: voiced kana and Thai vowels are letters of their own.
const ACCENTS = /[\u0300-\u036f\ufe00-\ufe0f\u200b-\u200f\u2060]+/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]+/gu
const PUNCTUATION = /[^\p{L}\p{N}\p{M}\s]+/gu
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  'øo ØO łl ŁL æae ÆAE œoe ŒOE ßss ẞSS đd ĐD ðd ÐD þth ÞTH ıi ħh ĦH ŧt ŦT'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)
const LETTERS_WITHOUT_DECOMPOSITION = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'gu')
