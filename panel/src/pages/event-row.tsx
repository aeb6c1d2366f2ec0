import type { ComponentChildren } from 'preact'
import { clockOrDay, wholeTime } from '../format.ts'
import { type LogEvent, now } from '../state.ts'
import { actorOf, sentenceOf } from '../words/event-words.ts'
import { words } from '../words/words.ts'

/** What one request did on several platforms is one line. */
export interface FoldedEvent extends LogEvent {
  readonly platforms: readonly NonNullable<LogEvent['platform']>[]
}

/** Newest first, as they come. */
export function fold(events: readonly LogEvent[]): FoldedEvent[] {
  const folded: FoldedEvent[] = []
  for (const event of events) {
    const last = folded.at(-1)
    const platforms = event.platform === null ? [] : [event.platform]
    const isSame =
      last !== undefined &&
      last.kind === event.kind &&
      last.requestId === event.requestId &&
      event.platform !== null &&
      sentenceOf(last) === sentenceOf(event)
    if (isSame) folded[folded.length - 1] = { ...last, platforms: [...platforms, ...last.platforms] }
    else folded.push({ ...event, platforms })
  }
  return folded
}

/** One line of the log, with what can be done about it. */
export function EventRow({ event, children }: { event: FoldedEvent; children?: ComponentChildren }) {
  const sentence = sentenceOf(event)
  return (
    <li class={`edge ${event.platforms.length === 1 ? event.platforms[0] : ''}`}>
      <time dateTime={new Date(event.at).toISOString()} title={wholeTime(event.at)}>
        {clockOrDay(event.at, now.value)}
      </time>
      <span class="cut grow" title={sentence}>
        {sentence}
      </span>
      <span class="faint small">{event.platforms.map((platform) => words.platforms[platform]).join(', ')}</span>
      <span class="faint small by cut">{actorOf(event)}</span>
      {children}
    </li>
  )
}
