import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call, whenSignInIsOld } from '../api.ts'
import { commonMessages } from '../messages/common.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { may, me } from '../state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SignInOptions } from './sign-in-options.tsx'

/** Whoever waits for it; several calls may wait for one sign-in. */
const waiting = signal<readonly ((done: boolean) => void)[]>([])
const tabs = new BroadcastChannel('showcaller')

whenSignInIsOld(
  () =>
    new Promise((resolve) => {
      waiting.value = [...waiting.value, resolve]
    }),
)

/** Tabs of this browser share its session: one that has just come in lets the others go on. */
export function tellOtherTabs(): void {
  tabs.postMessage('signed-in')
}

/** Asks for another sign-in, in a tab of its own, so that nothing that was typed here is lost. */
export function SignInAgain() {
  return waiting.value.length === 0 ? null : <Asking />
}

function Asking() {
  function end(done: boolean): void {
    for (const resolve of waiting.value) resolve(done)
    waiting.value = []
  }
  useEffect(() => {
    async function look(): Promise<void> {
      const before = me.value
      const now = await call('get-me', {}).catch(() => undefined)
      if (now === undefined || now.session_id === before?.session_id) return
      // Somebody else, or another channel: what is on screen is theirs no more.
      if (now.person.id !== before?.person.id || now.channel.id !== before.channel.id) return location.assign('/')
      me.value = now
      end(true)
    }
    const onNews = () => void look()
    tabs.addEventListener('message', onNews)
    addEventListener('focus', onNews)
    return () => {
      tabs.removeEventListener('message', onNews)
      removeEventListener('focus', onNews)
    }
  }, [])
  return (
    <Dialog title={signInMessages.againTitle()} submit={commonMessages.cancel()} onClose={() => end(false)}>
      <p>{signInMessages.againHelp()}</p>
      <SignInOptions target="_blank" hasSandbox={may('owner') && me.value?.sandbox_only === true} />
    </Dialog>
  )
}
