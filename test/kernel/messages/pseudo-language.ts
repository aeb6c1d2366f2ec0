import type { Catalogue, MessageText } from '../../../src/kernel/text/message.ts'

/**
 * A language that nobody speaks, 40 % longer than English: it shows which layouts break in a longer language, and which
 * texts are not messages, because they stay English. The one that is written from right to left has Arabic letters.
 */
export function pseudoLanguage(messages: ReadonlyMap<string, MessageText>, direction: 'ltr' | 'rtl'): Catalogue {
  const letters = direction === 'ltr' ? accented : arabic
  const entries = [...messages].map(([key, text]) => [key, translated(text, letters)])
  return {
    locale: direction === 'ltr' ? 'de' : 'ar',
    texts: Object.fromEntries(entries),
    isolates: direction === 'rtl',
  }
}

const accented = lettersOf('abcdefghijklmnopqrstuvwxyz', 'åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž')
const arabic = lettersOf('abcdefghijklmnopqrstuvwxyz', 'ابتثجحخدذرزسشصضطظعغفقكلمنه')

function lettersOf(latin: string, others: string): ReadonlyMap<string, string> {
  const pairs = [...latin].map((letter, index): [string, string] => [letter, others[index] ?? letter])
  return new Map([...pairs, ...pairs.map(([from, to]): [string, string] => [from.toUpperCase(), to.toUpperCase()])])
}

function translated(text: MessageText, letters: ReadonlyMap<string, string>): MessageText {
  if (typeof text === 'string') return longer(text, letters)
  const { plural, ...variants } = text
  const entries = Object.entries(variants).map(([category, variant]) => [category, longer(String(variant), letters)])
  return { plural, ...Object.fromEntries(entries) } as MessageText
}

/** Every letter replaced, placeholders, variables and chat commands kept, and more words behind it. */
function longer(given: string, letters: ReadonlyMap<string, string>): string {
  const text = given.replace(/(?<=\$\(pick )[^()]+/g, (words) => replaced(words, letters))
  const parts = text.split(/(\{\{|\{[^{}]*\}|\$\((?:[^()]|\([^()]*\))*\)|(?<!\p{L})![a-z]+)/u)
  const written = parts.map((part, index) => (index % 2 === 1 ? part : replaced(part, letters))).join('')
  const length = parts.filter((_, index) => index % 2 === 0).join('').length
  return `⟦${written}${padding(Math.max(1, Math.round(length * 0.4) - 2), letters)}⟧`
}

function replaced(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => letters.get(letter) ?? letter).join('')
}

/** Words as long as those of a language with long words. */
function padding(length: number, letters: ReadonlyMap<string, string>): string {
  const words = 'verlaengerung der zeile '.repeat(Math.ceil(length / 24) + 1)
  return ` ${replaced(words.slice(0, length).trim(), letters)}`
}
