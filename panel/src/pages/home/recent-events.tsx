import { recent } from '../../state.ts'
import { EventRow } from '../activity/event-row.tsx'
import { fold, foldBulk, isPartOfImport, withoutRepeats } from '../activity/fold-events.ts'

const shownAtOnce = 12

/** The newest events. */
export function RecentEvents() {
  const events = recent.value.filter((event) => !isHousekeeping(event.kind) && !isPartOfImport(event))
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

/** What the panel itself causes is in the log; here it would hide what people did. */
function isHousekeeping(kind: string): boolean {
  return kind.startsWith('session.') || kind === 'panel.called'
}
