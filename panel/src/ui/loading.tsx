import { commonMessages } from '../messages/common.ts'

/** Where rows will stand. It shows only when they take their time, so that a quick answer does not flicker. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div class="loading" role="status" aria-label={commonMessages.loading()}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}
