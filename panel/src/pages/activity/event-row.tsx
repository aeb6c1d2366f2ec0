import type { ComponentChildren } from 'preact'
import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { eventRegistry } from '../../../../src/registry/event-registry.ts'
import { actorOf } from '../../actor-names.ts'
import { clockOrDay, listed, wholeTime } from '../../format.ts'
import { now } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FoldedEvent } from './fold-events.ts'

interface EventRowProps {
  readonly event: FoldedEvent
  /** Whether it stands below the row of the bulk work that it belongs to. */
  readonly isPart?: boolean
  readonly children?: ComponentChildren
}

/** One row of the log; `children` are its buttons. */
export function EventRow({ event, isPart = false, children }: EventRowProps) {
  const sentence = eventRegistry.sentenceOf(event)
  const edge = event.platforms.length === 1 ? `edge of-platform ${event.platforms[0]}` : 'edge'
  return (
    <li class={isPart ? `${edge} part-of-bulk` : edge}>
      <time dateTime={new Date(event.at).toISOString()} title={wholeTime(event.at)}>
        {clockOrDay(event.at, now.value)}
      </time>
      <Icon name={eventRegistry.iconOf(event.kind)} />
      <span class="cut grow" title={sentence}>
        {sentence}
      </span>
      <span class="faint small">{listed(event.platforms.map((platform) => platformTitles[platform]))}</span>
      <span class="faint small by cut">{actorOf(event)}</span>
      {children}
    </li>
  )
}
