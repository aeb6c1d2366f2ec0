import { useLocation } from 'preact-iso'
import { SignInOptions } from '../../shell/sign-in-options.tsx'
import { words } from '../../words/words.ts'

/** What whoever is not signed in sees. */
export function SignIn() {
  const { path, query } = useLocation()
  return (
    <main class="sign-in">
      <div class="card">
        <h1 class="logo standby">{words.product}</h1>
        {path.endsWith('/sign-in-failed') && (
          <p class="trouble" role="alert">
            {words.door.failed[query.code ?? ''] ?? words.door.failedElse}
          </p>
        )}
        <SignInOptions />
      </div>
    </main>
  )
}
