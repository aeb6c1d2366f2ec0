import { useLocation } from 'preact-iso'
import { signInRefusals } from '../../../../src/capabilities/sign-in/contract/sign-in-refusals.ts'
import { productName } from '../../messages/common.ts'
import { textOf } from '../../messages/text-of.ts'
import { LanguageSelect } from '../../shell/language-select.tsx'
import { SignInOptions } from '../../shell/sign-in-options.tsx'
import { signedOut } from '../../state.ts'
import { signedOutMessages, signInFailures } from './messages.ts'

/** The page for people who are not signed in. */
export function SignIn() {
  const { path, query } = useLocation()
  const code = query.code ?? ''
  return (
    <main class="sign-in">
      <div class="card">
        <h1 class="logo standby">{productName}</h1>
        {path.endsWith('/sign-in-failed') && (
          <p class="error" role="alert">
            {textOf(signInFailures, code) ?? textOf(signInRefusals, code) ?? signInFailures.other()}
          </p>
        )}
        {signedOut.value !== undefined && <p role="alert">{signedOutMessages[signedOut.value]()}</p>}
        <SignInOptions />
        <LanguageSelect />
      </div>
    </main>
  )
}
