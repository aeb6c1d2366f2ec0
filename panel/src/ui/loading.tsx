import { commonMessages } from '../messages/common.ts'

/** Placeholder rows. They fade in late, so that a quick response does not flicker. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div class="loading" role="status" aria-label={commonMessages.loading()}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}
