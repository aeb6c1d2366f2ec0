import type { ComponentChildren } from 'preact'
import { clockOrDay, wholeTime } from '../../format.ts'
import { type LogEvent, now } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { actorOf, glyphOf, sentenceOf } from '../../words/event-words.ts'
import { words } from '../../words/words.ts'

/** Events that one request caused on several platforms, as one row. */
export interface FoldedEvent extends LogEvent {
  readonly platforms: readonly NonNullable<LogEvent['platform']>[]
}

/** Expects and returns the newest event first. */
export function fold(events: readonly LogEvent[]): FoldedEvent[] {
  const folded: FoldedEvent[] = []
  for (const event of events) {
    const platforms = event.platform === null ? [] : [event.platform]
    const at = event.platform === null ? -1 : folded.findLastIndex((one) => isSameAction(one, event))
    const same = folded[at]
    if (same === undefined) folded.push({ ...event, platforms })
    else folded[at] = { ...same, platforms: [...platforms, ...same.platforms] }
  }
  return folded
}

function isSameAction(one: LogEvent, other: LogEvent): boolean {
  return (
    one.requestId === other.requestId &&
    one.kind === other.kind &&
    one.actor === other.actor &&
    Math.abs(one.at - other.at) < sameActionMs &&
    sentenceOf(one) === sentenceOf(other)
  )
}

/** Drops events that repeat another event of the same request, where space is short. */
export function withoutEchoes(events: readonly FoldedEvent[]): FoldedEvent[] {
  const said = new Set(events.map(({ requestId, kind }) => `${requestId} ${kind}`))
  return events.filter(
    ({ requestId, kind }) => !(echoes[kind] ?? []).some((louder) => said.has(`${requestId} ${louder}`)),
  )
}

const sameActionMs = 60_000
const echoes: Readonly<Record<string, readonly string[]>> = {
  'cue.donation': ['donation'],
  'chat.sent': ['clip.created', 'command.ran'],
}

/** One row of the log; `children` are its buttons. */
export function EventRow({ event, children }: { event: FoldedEvent; children?: ComponentChildren }) {
  const sentence = sentenceOf(event)
  return (
    <li class={`edge ${event.platforms.length === 1 ? event.platforms[0] : ''}`}>
      <time dateTime={new Date(event.at).toISOString()} title={wholeTime(event.at)}>
        {clockOrDay(event.at, now.value)}
      </time>
      <Icon name={glyphOf(event)} />
      <span class="cut grow" title={sentence}>
        {sentence}
      </span>
      <span class="faint small">{event.platforms.map((platform) => words.platforms[platform]).join(', ')}</span>
      <span class="faint small by cut">{actorOf(event)}</span>
      {children}
    </li>
  )
}
