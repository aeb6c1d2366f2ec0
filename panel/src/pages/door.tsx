import { useLocation } from 'preact-iso'
import { CopyButton } from '../ui/copy.tsx'
import { words } from '../words/words.ts'

/** What whoever is not signed in sees. */
export function Door() {
  const { path, query } = useLocation()
  const failed = path.endsWith('/sign-in-failed')
  return (
    <main class="door">
      <div class="card">
        <h1 class="logo standby">{words.product}</h1>
        {failed && (
          <p class="trouble" role="alert">
            {words.door.failed[query.code ?? ''] ?? words.door.failedElse}
          </p>
        )}
        <p>{words.door.link}</p>
        <p class="soft">{words.door.again}</p>
        <div class="secret">
          <code>{words.door.command}</code>
          <CopyButton text={words.door.command} />
        </div>
      </div>
    </main>
  )
}
