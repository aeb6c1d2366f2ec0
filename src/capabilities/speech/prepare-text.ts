import { replaceLinks } from './links.ts'
import type { WordFilter } from './word-filter.ts'

export interface TextOptions {
  /** In grapheme clusters; both texts are cut at a word boundary. */
  readonly maxLength?: number
  /** The positions of the platform's emotes, in UTF-16 code units, end exclusive. */
  readonly emotes?: readonly { readonly start: number; readonly end: number }[]
  readonly filter?: WordFilter | undefined
  /** Links are shown on screen, but never spoken. */
  readonly showLinks?: boolean
}

export interface PreparedText {
  /** The text to show; empty if nothing is left. */
  readonly shown: string
  /** The text to speak; undefined if nothing is left. */
  readonly spoken: string | undefined
}

const linkWord = 'link'
const hiddenWord = 'beep'
/** Longer than any message; limits the cost of the patterns below. */
const maxInput = 2000
const maxSpokenWord = 45

/** Converts a viewer's message to the texts to show and to speak. */
export function prepareText(
  text: string,
  { maxLength = 500, emotes = [], filter, showLinks = false }: TextOptions = {},
): PreparedText {
  const input = text.slice(0, maxInput).toWellFormed()
  return {
    shown: cutAtWord(toShow(input, filter, showLinks), maxLength, '…'),
    spoken: orNothing(cutAtWord(toSay(withoutSpans(input, emotes), filter), maxLength, '')),
  }
}

/** Converts a viewer's name: `xX_Max_99` is shown unchanged and spoken as three words. */
export function prepareName(name: string, { filter }: Pick<TextOptions, 'filter'> = {}): PreparedText {
  const clean = withoutInvisible(name.slice(0, maxInput).toWellFormed())
  return {
    shown: cutAtWord(oneLine(hide(clean, filter, stars)), 50, '…'),
    spoken: orNothing(cutAtWord(toSay(clean.replace(/[_.-]+/g, ' '), filter), 50, '')),
  }
}

function toShow(text: string, filter: WordFilter | undefined, showLinks: boolean): string {
  let shown = withoutInvisible(text).replace(bracketEmote, '$1')
  if (!showLinks) shown = replaceLinks(shown, linkWord)
  shown = shown.replace(/(\p{RGI_Emoji})(?:\s*\1){3,}/gv, '$1$1$1').replace(/([^\p{N}\s])\1{5,}/gu, '$1$1$1$1$1')
  return oneLine(hide(shown, filter, stars))
}

function toSay(text: string, filter: WordFilter | undefined): string {
  const plain = withoutInvisible(text).replace(bracketEmote, ' ').replace(colonEmote, ' ')
  const said = replaceLinks(withoutEmoji(plain).normalize('NFKC'), linkWord)
    // A mention is spoken without underscores.
    .replace(/(?<![\p{L}\p{N}_])@([\p{L}\p{N}_]+)/gu, (_, name: string) => name.replaceAll('_', ' '))
    .replace(/<3+/g, ' ')
    // Brackets and angle brackets are commands for some engines.
    .replace(/[[\]{}<>|\\^`]+/g, ' ')
    // Four or more of the same letter are shortened; AAA and III are words.
    .replace(/(\p{L})\1{3,}/giu, '$1$1')
    .replace(/(\p{L}{2,4}?)\1{3,}/giu, '$1$1$1')
    .replace(/([!?])[!?]+/g, '$1')
    .replace(/([^\p{L}\p{N}\s])\1{2,}/gu, (_run, mark: string) => (mark === '.' ? '...' : ' '))
  return oneLine(withoutRepeatedWords(hide(shortenedWords(said), filter, () => hiddenWord)))
}

const bracketEmote = /\[emote:\d{1,12}:([\w-]{0,60})\]/g
const colonEmote = /(?<![\p{L}\p{N}:]):(?=[\w+-]*[a-z])[\w+-]{2,50}:(?![\p{L}\p{N}])/giu
const wholeEmoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}/gv
/** Remains of unknown emoji: skin tones, regional indicators and joiners. */
const brokenEmoji = /[\u{1f1e6}-\u{1f1ff}]|[\u{1f3fb}-\u{1f3ff}]|\u200d|\ufe0e|\ufe0f|\u20e3/gu

export function withoutEmoji(text: string): string {
  return text.replace(wholeEmoji, ' ').replace(brokenEmoji, '')
}

/** Removes control and direction characters, fillers and stacked marks. Joiners are kept for emoji and Persian. */
function withoutInvisible(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u2800]+/gu, ' ')
    .replace(/\u034f|[\u3164\u115f\u1160\uffa0]/gu, '')
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
}

function withoutSpans(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  const units = [...spans].sort((a, b) => b.start - a.start)
  return units
    .reduce(
      (rest, { start, end }) => (start >= 0 && end > start ? `${rest.slice(0, start)} ${rest.slice(end)}` : rest),
      text,
    )
    .toWellFormed()
}

function hide(text: string, filter: WordFilter | undefined, cover: (word: string) => string): string {
  let out = ''
  let at = 0
  for (const { start, end } of filter?.find(text) ?? []) {
    out += text.slice(at, start) + cover(text.slice(start, end))
    at = end
  }
  return out + text.slice(at)
}

function stars(word: string): string {
  return word.replace(/\P{M}\p{M}*/gu, (character) => (character === ' ' ? ' ' : '*'))
}

/** Shortens very long words. Scripts without spaces are excluded. */
function shortenedWords(text: string): string {
  return text.replace(/\S{46,}/gu, (word) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      word,
    )
      ? word
      : [...word].slice(0, maxSpokenWord).join(''),
  )
}

/** Reduces three or more repetitions of a word, or of up to four words, to two. Numbers are kept. */
function withoutRepeatedWords(text: string): string {
  const kept: string[] = []
  const keys: string[] = []
  for (const word of text.split(' ').filter((part) => part !== '')) {
    kept.push(word)
    keys.push(word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || word)
    for (let size = 1; size <= 4; size++) {
      const group = keys.slice(-size)
      const isThird = [1, 2].every((back) => group.every((key, n) => keys.at(-size * (back + 1) + n) === key))
      if (keys.length >= size * 3 && isThird && !group.every((key) => /^\p{N}+$/u.test(key))) {
        kept.length -= size
        keys.length -= size
        break
      }
    }
  }
  return kept.join(' ')
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function orNothing(text: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts at the limit, preferably at a space, and never inside a grapheme cluster. */
function cutAtWord(text: string, maxLength: number, mark: string): string {
  if (text.length <= maxLength) return text
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment)
  if (parts.length <= maxLength) return text
  const head = parts.slice(0, maxLength - mark.length).join('')
  const space = parts[maxLength - mark.length] === ' ' ? head.length : head.lastIndexOf(' ')
  return (space > head.length * 0.6 ? head.slice(0, space) : head).trimEnd() + mark
}
