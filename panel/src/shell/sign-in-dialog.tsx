import { useEffect } from 'preact/hooks'
import { commonMessages } from '../messages/common.ts'
import { signInMessages } from '../pages/sign-in/messages.ts'
import { canUseSandboxSignIn } from '../state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { continueAfterSignIn, end, tabs, why } from './sign-in-again.tsx'
import { SignInOptions } from './sign-in-options.tsx'

/** Over the page, until somebody signed in here or in another tab. */
export function SignInDialog() {
  useEffect(() => {
    const onChange = () => void continueAfterSignIn()
    tabs.addEventListener('message', onChange)
    addEventListener('focus', onChange)
    return () => {
      tabs.removeEventListener('message', onChange)
      removeEventListener('focus', onChange)
    }
  }, [])
  const isEnded = why.value === 'ended'
  return (
    <Dialog
      title={signInMessages.againTitle()}
      submit={isEnded ? signInMessages.leave() : commonMessages.cancel()}
      onClose={() => end(false)}
    >
      <p>{isEnded ? signInMessages.endedHelp() : signInMessages.againHelp()}</p>
      <SignInOptions
        target="_blank"
        hasSandbox={canUseSandboxSignIn.value}
        onSignedIn={() => void continueAfterSignIn()}
      />
    </Dialog>
  )
}
