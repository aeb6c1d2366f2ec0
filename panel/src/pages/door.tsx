import { useLocation } from 'preact-iso'
import { WaysIn } from '../shell/ways-in.tsx'
import { words } from '../words/words.ts'

/** What whoever is not signed in sees. */
export function Door() {
  const { path, query } = useLocation()
  return (
    <main class="door">
      <div class="card">
        <h1 class="logo standby">{words.product}</h1>
        {path.endsWith('/sign-in-failed') && (
          <p class="trouble" role="alert">
            {words.door.failed[query.code ?? ''] ?? words.door.failedElse}
          </p>
        )}
        <WaysIn />
      </div>
    </main>
  )
}
