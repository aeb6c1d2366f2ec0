import { nameKey } from '../../kernel/schema/text.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { questionWords, builtInTexts as texts } from './messages.ts'

export interface KnownQuestion {
  readonly question: string
  readonly answer: string
}

/** What a question can be about, and the template of the answer. The first match wins. */
const subjects = [
  'quote',
  'watchTime',
  'rank',
  'top',
  'points',
  'messages',
  'song',
  'commands',
  'live',
  'lastFollower',
  'lastSubscriber',
  'followers',
  'viewers',
  'game',
  'title',
  'time',
] as const satisfies readonly (keyof typeof questionWords & keyof typeof texts)[]

/** At least this share of the words of a known question must be in the question that was asked. */
const enough = 0.6

/** A message whose variables in $() are filled. */
export type BuiltInTemplate = (parameters?: undefined, catalogue?: Catalogue) => string

export type BuiltInAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'template'; readonly template: BuiltInTemplate }
  | { readonly kind: 'unknown' }

/**
 * The answer of the rules, without a model: a question that the streamer has answered, or a fact of the channel. A
 * question is understood in the language of the channel, and in English.
 */
export function builtInAnswer(
  asked: string,
  known: readonly KnownQuestion[],
  catalogue: Catalogue | undefined,
): BuiltInAnswer {
  const words = wordsOf(asked)
  const fillers = new Set(keywordsOf('fillers', catalogue))
  const best = bestQuestion(words, known, fillers)
  if (best !== undefined) return { kind: 'text', text: best.answer }
  const subject = subjects.find((one) => keywordsOf(one, catalogue).some((keyword) => isAbout(words, keyword)))
  return subject === undefined ? { kind: 'unknown' } : { kind: 'template', template: texts[subject] }
}

function keywordsOf(subject: keyof typeof questionWords, catalogue: Catalogue | undefined): string[] {
  const lists = [questionWords[subject](undefined, catalogue), questionWords[subject].text]
  return [...new Set(lists.flatMap((list) => list.split(commas).map((word) => nameKey(word.trim()))))]
}

/** Of every language, as people write lists there. */
const commas = /[,、،]/

/** Japanese has no spaces, and Arabic writes articles and other small words together with the next one. */
const joined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}]/u

/** A keyword with * at its end also matches longer words, for languages with endings. */
function isAbout(words: readonly string[], keyword: string): boolean {
  const text = ` ${words.join(' ')} `
  if (joined.test(keyword)) return text.includes(keyword)
  return keyword.endsWith('*') ? text.includes(` ${keyword.slice(0, -1)}`) : text.includes(` ${keyword} `)
}

function bestQuestion(
  asked: readonly string[],
  known: readonly KnownQuestion[],
  fillers: ReadonlySet<string>,
): KnownQuestion | undefined {
  const words = meaningful(asked, fillers)
  if (words.length === 0) return undefined
  let best: { readonly question: KnownQuestion; readonly score: number } | undefined
  for (const question of known) {
    const wanted = meaningful(wordsOf(question.question), fillers)
    const found = wanted.filter((word) => words.some((one) => isSame(one, word))).length
    const score = wanted.length === 0 ? 0 : found / wanted.length
    if (score >= enough && (best === undefined || score > best.score)) best = { question, score }
  }
  return best?.question
}

/** Equal, or one of two longer words with the same beginning: `schedule` and `schedules`. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3
}

/** Without the words that say nothing about the subject of a question. */
function meaningful(words: readonly string[], fillers: ReadonlySet<string>): string[] {
  const kept = words.filter((word) => !fillers.has(word))
  return kept.length > 0 ? kept : [...words]
}

function wordsOf(text: string): string[] {
  return nameKey(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
