import type { ComponentChildren } from 'preact'
import { clockOrDay, wholeTime } from '../../format.ts'
import { type LogEvent, now } from '../../state.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { actorOf, glyphOf, sentenceOf } from '../../words/event-words.ts'
import { words } from '../../words/words.ts'

/** What one request did on several platforms is one line. */
export interface FoldedEvent extends LogEvent {
  readonly platforms: readonly NonNullable<LogEvent['platform']>[]
}

/** Newest first, as they come. */
export function fold(events: readonly LogEvent[]): FoldedEvent[] {
  const folded: FoldedEvent[] = []
  for (const event of events) {
    const platforms = event.platform === null ? [] : [event.platform]
    const at = event.platform === null ? -1 : folded.findLastIndex((one) => isSameDeed(one, event))
    const same = folded[at]
    if (same === undefined) folded.push({ ...event, platforms })
    else folded[at] = { ...same, platforms: [...platforms, ...same.platforms] }
  }
  return folded
}

function isSameDeed(one: LogEvent, other: LogEvent): boolean {
  return (
    one.requestId === other.requestId &&
    one.kind === other.kind &&
    one.actor === other.actor &&
    Math.abs(one.at - other.at) < oneDeedMs &&
    sentenceOf(one) === sentenceOf(other)
  )
}

/** Lines that only repeat what another line of the same request says, where room is short. */
export function withoutEchoes(events: readonly FoldedEvent[]): FoldedEvent[] {
  const said = new Set(events.map(({ requestId, kind }) => `${requestId} ${kind}`))
  return events.filter(
    ({ requestId, kind }) => !(echoes[kind] ?? []).some((louder) => said.has(`${requestId} ${louder}`)),
  )
}

const oneDeedMs = 60_000
const echoes: Readonly<Record<string, readonly string[]>> = {
  'cue.donation': ['donation'],
  'chat.sent': ['clip.created', 'command.ran'],
}

/** One line of the log, with what can be done about it. */
export function EventRow({ event, children }: { event: FoldedEvent; children?: ComponentChildren }) {
  const sentence = sentenceOf(event)
  return (
    <li class={`edge ${event.platforms.length === 1 ? event.platforms[0] : ''}`}>
      <time dateTime={new Date(event.at).toISOString()} title={wholeTime(event.at)}>
        {clockOrDay(event.at, now.value)}
      </time>
      <Glyph name={glyphOf(event)} />
      <span class="cut grow" title={sentence}>
        {sentence}
      </span>
      <span class="faint small">{event.platforms.map((platform) => words.platforms[platform]).join(', ')}</span>
      <span class="faint small by cut">{actorOf(event)}</span>
      {children}
    </li>
  )
}
