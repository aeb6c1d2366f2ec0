import { eventRegistry } from '../../registry/event-registry.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import { type ReportCount, reportCounts } from './contract/stream-reports.ts'

const maxMoments = 5
const maxReasons = 3
const minuteMs = 60_000
/** How much one of each is worth against a doubling of the chat. */
const weights: Readonly<Record<ReportCount, number>> = {
  chat: 1,
  follows: 0.5,
  subscriptions: 1.5,
  money: 0.1,
  clips: 2,
  cues: 0,
}
const worthTelling: ReadonlySet<string> = new Set([
  'follow',
  'subscription',
  'subscription.gifts',
  'donation',
  'bits',
  'power-up',
  'raid',
  'clip.created',
  'hype-train.level',
])

export interface Moment {
  readonly at: number
  /** What happened then, as the log says it. */
  readonly reasons: readonly string[]
  readonly chat: number
  readonly viewers: number
}

type Point = Readonly<Record<ReportCount, number>> & { readonly at: number; readonly viewers: number }

/** The points where most happened at once, in the order of time. Neighbours count as one moment. */
export function bestMoments(points: readonly Point[], events: readonly LoggedEvent[], pointMinutes: number): Moment[] {
  const averageChat = points.reduce((sum, { chat }) => sum + chat, 0) / Math.max(1, points.length)
  const scores = points.map((point, index) => ({ point, index, score: scoreOf(point, averageChat) }))
  const chosen: typeof scores = []
  for (const one of scores.toSorted((a, b) => b.score - a.score || a.index - b.index)) {
    if (one.score <= 0 || chosen.length === maxMoments) break
    if (chosen.every(({ index }) => Math.abs(index - one.index) > 1)) chosen.push(one)
  }
  return chosen
    .toSorted((a, b) => a.index - b.index)
    .map(({ point: { at, chat, viewers } }) => {
      const within = events.filter((event) => event.at >= at && event.at < at + pointMinutes * minuteMs)
      const sentences = within
        .filter(({ kind }) => worthTelling.has(kind))
        .map((event) => eventRegistry.sentenceOf(event))
      return { at, chat, viewers, reasons: [...new Set(sentences)].slice(0, maxReasons) }
    })
}

/** Chat counts only as far as it is livelier than usual. */
function scoreOf(point: Point, averageChat: number): number {
  const lively = averageChat === 0 ? 0 : Math.max(0, point.chat / averageChat - 1)
  const happened = reportCounts
    .filter((name) => name !== 'chat')
    .reduce((sum, name) => sum + point[name] * weights[name], 0)
  return lively * weights.chat + happened
}
