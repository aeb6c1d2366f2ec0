import { recent } from '../../state.ts'
import { EventRow } from '../activity/event-row.tsx'
import { fold, foldBulk, isPartOfImport, withoutRepeats } from '../activity/fold-events.ts'

const shownAtOnce = 12

/** The newest events. In a file of its own: the definitions of all events are not needed to show the rest of the page. */
export function RecentEvents() {
  const events = recent.value.filter((event) => !event.kind.startsWith('session.') && !isPartOfImport(event))
  return (
    <ol class="events" aria-live="off">
      {foldBulk(withoutRepeats(fold(events)))
        .slice(0, shownAtOnce)
        .map(({ event }) => (
          <EventRow key={event.seq} event={event} />
        ))}
    </ol>
  )
}
