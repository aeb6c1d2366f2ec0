/** Lowercase without accents: "Pokémon" and "POKEMON" become equal. Other scripts are unchanged. */
export function foldText(text: string): string {
  return unaccent(text).toLowerCase()
}

/** Like foldText, but keeps capitals, which mark the words of "StarCraft". */
export function unaccent(text: string): string {
  if (!NOT_ASCII.test(text)) return text
  return text
    .replace(APOSTROPHES, "'")
    .replace(TRADEMARK_SIGNS, '')
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
  // "counter strike" and "counterstrike" both match "Counter-Strike": each variant ignores punctuation differently.
  return WAYS_TO_IGNORE_PUNCTUATION.some((ignore) => {
    const text = ignore(foldedA)
    return text !== '' && text === ignore(foldedB)
  })
}

/** Only letters and digits. A name without any keeps its symbols, so that it can be found. */
export function plainLetters(text: string): string {
  const folded = foldText(text)
  const letters = folded.replace(NEITHER_LETTER_NOR_DIGIT, '')
  return letters === '' ? folded.replace(/\s+/gu, '') : letters
}

const NOT_ASCII = /[^\0-\x7f]/u
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u00b4\u0060\uff07]/gu
// Trademark signs would decompose into the letters TM, R and SM.
const TRADEMARK_SIGNS = /[™®©℠Ⓡ]/gu
// Only the combining accents of alphabets: voiced kana and Thai vowels are separate letters.
const ACCENTS = /[\u0300-\u036f\ufe00-\ufe0f\u200b-\u200f\u2060]+/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]+/gu
const PUNCTUATION = /[^\p{L}\p{N}\p{M}\s]+/gu
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  'øo ØO łl ŁL æae ÆAE œoe ŒOE ßss ẞSS đd ĐD ðd ÐD þth ÞTH ıi ħh ĦH ŧt ŦT'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)
const LETTERS_WITHOUT_DECOMPOSITION = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'gu')

const WAYS_TO_IGNORE_PUNCTUATION: readonly ((folded: string) => string)[] = [
  (folded) => folded.replace(PUNCTUATION, '').replace(/\s+/gu, ' ').trim(),
  (folded) => folded.replace(NEITHER_LETTER_NOR_DIGIT, ' ').trim(),
  (folded) => folded.replaceAll('&', ' and ').replaceAll("'", '').replace(NEITHER_LETTER_NOR_DIGIT, ' ').trim(),
]
