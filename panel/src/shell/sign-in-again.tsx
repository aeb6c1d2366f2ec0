import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call, whenSignInIsOld } from '../api.ts'
import { commonMessages } from '../messages/common.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { canUseSandboxSignIn, me } from '../state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SignInOptions } from './sign-in-options.tsx'

/** Calls that wait for the new sign-in; several may wait for one. */
const waiting = signal<readonly ((done: boolean) => void)[]>([])
const tabs = new BroadcastChannel('showcaller')

whenSignInIsOld(
  () =>
    new Promise((resolve) => {
      waiting.value = [...waiting.value, resolve]
    }),
)

/** Tabs of a browser share its session: a tab that has signed in lets the others continue. */
export function notifyOtherTabs(): void {
  tabs.postMessage('signed-in')
}

/** Asks for a new sign-in in another tab, so that nothing typed here is lost. */
export function SignInAgain() {
  return waiting.value.length === 0 ? null : <Asking />
}

function Asking() {
  function end(done: boolean): void {
    for (const resolve of waiting.value) resolve(done)
    waiting.value = []
  }
  async function check(): Promise<void> {
    const before = me.value
    const now = await call('get-me', {}).catch(() => undefined)
    if (now === undefined || now.session_id === before?.session_id) return
    // Another person or another channel: the data on screen no longer belongs to them.
    if (now.person.id !== before?.person.id || now.channel.id !== before.channel.id) return location.assign('/')
    me.value = now
    end(true)
  }
  useEffect(() => {
    const onChange = () => void check()
    tabs.addEventListener('message', onChange)
    addEventListener('focus', onChange)
    return () => {
      tabs.removeEventListener('message', onChange)
      removeEventListener('focus', onChange)
    }
  }, [])
  return (
    <Dialog title={signInMessages.againTitle()} submit={commonMessages.cancel()} onClose={() => end(false)}>
      <p>{signInMessages.againHelp()}</p>
      <SignInOptions target="_blank" hasSandbox={canUseSandboxSignIn.value} onSignedIn={() => void check()} />
    </Dialog>
  )
}
