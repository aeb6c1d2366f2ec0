import type { ComponentChildren } from 'preact'
import { eventRegistry } from '../../../../src/contract/event-registry.ts'
import type { EventKind } from '../../../../src/contract/events.ts'
import { platformTitles } from '../../../../src/contract/platforms.ts'
import { actorOf } from '../../actor-names.ts'
import { clockOrDay, wholeTime } from '../../format.ts'
import { type LogEvent, now } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'

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
    Math.abs(one.at - other.at) < oneActionMs &&
    eventRegistry.sentenceOf(one) === eventRegistry.sentenceOf(other)
  )
}

/** Without rows that only repeat another row of the same request, where space is short. */
export function withoutRepeats(events: readonly FoldedEvent[]): FoldedEvent[] {
  const shown = new Set(events.map(({ requestId, kind }) => `${requestId} ${kind}`))
  return events.filter(({ requestId, kind }) => !repeats.get(kind)?.some((other) => shown.has(`${requestId} ${other}`)))
}

const oneActionMs = 60_000
const repeats: ReadonlyMap<string, readonly EventKind[]> = new Map<EventKind, readonly EventKind[]>([
  ['cue.donation', ['donation']],
  ['chat.sent', ['clip.created', 'command.ran']],
])

/** One row of the log; `children` are its buttons. */
export function EventRow({ event, children }: { event: FoldedEvent; children?: ComponentChildren }) {
  const sentence = eventRegistry.sentenceOf(event)
  return (
    <li class={event.platforms.length === 1 ? `edge of-platform ${event.platforms[0]}` : 'edge'}>
      <time dateTime={new Date(event.at).toISOString()} title={wholeTime(event.at)}>
        {clockOrDay(event.at, now.value)}
      </time>
      <Icon name={eventRegistry.iconOf(event.kind)} />
      <span class="cut grow" title={sentence}>
        {sentence}
      </span>
      <span class="faint small">{event.platforms.map((platform) => platformTitles[platform]).join(', ')}</span>
      <span class="faint small by cut">{actorOf(event)}</span>
      {children}
    </li>
  )
}
