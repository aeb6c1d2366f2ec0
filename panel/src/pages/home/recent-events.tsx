import { recent } from '../../state.ts'
import { EventRow, fold, withoutRepeats } from '../activity/event-row.tsx'

const shownAtOnce = 12

/** The newest events. In a file of its own: the definitions of all events are not needed to show the rest of the page. */
export function RecentEvents() {
  const events = recent.value.filter(({ kind }) => !kind.startsWith('session.'))
  return (
    <ol class="events" aria-live="off">
      {withoutRepeats(fold(events))
        .slice(0, shownAtOnce)
        .map((event) => (
          <EventRow key={event.seq} event={event} />
        ))}
    </ol>
  )
}
