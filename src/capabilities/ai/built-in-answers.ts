import { nameKey } from '../../kernel/schema/text.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { builtInTexts as texts } from './messages.ts'

export interface KnownQuestion {
  readonly question: string
  readonly answer: string
}

/** What a question is about, by the words in it, and the template of the answer. The first match wins. */
const subjects: readonly { readonly words: readonly string[]; readonly template: BuiltInTemplate }[] = [
  { words: ['quote', 'quotes'], template: texts.quote },
  { words: ['watchtime', 'watch time', 'watched', 'hours watched', 'how long have i'], template: texts.watchTime },
  { words: ['my rank', 'my place', 'rank'], template: texts.rank },
  { words: ['leaderboard', 'most points', 'top'], template: texts.top },
  { words: ['points', 'coins', 'balance'], template: texts.points },
  { words: ['messages', 'how often did i write'], template: texts.messages },
  { words: ['song', 'music', 'track', 'playing now', 'listening'], template: texts.song },
  { words: ['command', 'commands', 'what can i do', 'help'], template: texts.commands },
  { words: ['uptime', 'how long', 'since when', 'started', 'live', 'online'], template: texts.live },
  { words: ['newest follower', 'last follower', 'latest follower', 'who followed'], template: texts.lastFollower },
  { words: ['newest sub', 'last sub', 'latest sub', 'who subscribed'], template: texts.lastSubscriber },
  { words: ['followers', 'follower'], template: texts.followers },
  { words: ['viewers', 'watching', 'how many people'], template: texts.viewers },
  { words: ['game', 'category', 'playing', 'play'], template: texts.game },
  { words: ['title', 'topic', 'stream about', 'what are we doing', 'what is this'], template: texts.title },
  { words: ['time', 'clock'], template: texts.time },
]

/** Words that say nothing about the subject of a question. */
const fillers = new Set(
  'a an and are about can could do does did for has have how i in is it me my of on or please the there this to was what whats when where which who why will with you your'.split(
    ' ',
  ),
)

/** At least this share of the words of a known question must be in the question that was asked. */
const enough = 0.6

/** A message whose variables in $() are filled. */
export type BuiltInTemplate = (parameters?: undefined, catalogue?: Catalogue) => string

export type BuiltInAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'template'; readonly template: BuiltInTemplate }
  | { readonly kind: 'unknown' }

/** The answer of the rules, without a model: a question that the streamer has answered, or a fact of the channel. */
export function builtInAnswer(asked: string, known: readonly KnownQuestion[]): BuiltInAnswer {
  const text = ` ${wordsOf(asked).join(' ')} `
  const best = bestQuestion(wordsOf(asked), known)
  if (best !== undefined) return { kind: 'text', text: best.answer }
  const subject = subjects.find(({ words }) => words.some((word) => text.includes(` ${word} `)))
  return subject === undefined ? { kind: 'unknown' } : { kind: 'template', template: subject.template }
}

function bestQuestion(asked: readonly string[], known: readonly KnownQuestion[]): KnownQuestion | undefined {
  const words = meaningful(asked)
  if (words.length === 0) return undefined
  let best: { readonly question: KnownQuestion; readonly score: number } | undefined
  for (const question of known) {
    const wanted = meaningful(wordsOf(question.question))
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

function meaningful(words: readonly string[]): string[] {
  const kept = words.filter((word) => !fillers.has(word))
  return kept.length > 0 ? kept : [...words]
}

function wordsOf(text: string): string[] {
  return nameKey(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
