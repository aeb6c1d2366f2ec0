import { useState } from 'preact/hooks'
import { EventRow } from './event-row.tsx'
import type { BulkRow } from './fold-events.ts'
import { activityMessages } from './messages.ts'

/** Enough to see what it was; the search finds the rest. */
const maxShown = 50

/** Bulk work as one row, which opens. */
export function Bulk({ event, others }: BulkRow) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <EventRow event={event}>
        <button type="button" class="button quiet small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? activityMessages.hideBulk() : activityMessages.showBulk({ count: others.length })}
        </button>
      </EventRow>
      {isOpen && others.slice(0, maxShown).map((other) => <EventRow key={other.seq} event={other} isPart />)}
    </>
  )
}
