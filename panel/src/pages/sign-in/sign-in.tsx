import { useLocation } from 'preact-iso'
import { productName } from '../../messages/common.ts'
import { signInFailures } from '../../messages/sign-in.ts'
import { textOf } from '../../messages/text-of.ts'
import { SignInOptions } from '../../shell/sign-in-options.tsx'

/** The page for people who are not signed in. */
export function SignIn() {
  const { path, query } = useLocation()
  return (
    <main class="sign-in">
      <div class="card">
        <h1 class="logo standby">{productName}</h1>
        {path.endsWith('/sign-in-failed') && (
          <p class="error" role="alert">
            {textOf(signInFailures, query.code ?? '') ?? signInFailures.other()}
          </p>
        )}
        <SignInOptions />
      </div>
    </main>
  )
}
