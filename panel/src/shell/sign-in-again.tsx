import { signal } from '@preact/signals'
import { callWithoutAsking, type SignInReason, whenSignInIsNeeded } from '../api.ts'
import { leavePage, me } from '../state.ts'
import { later } from '../ui/later.tsx'

const SignInDialog = later(() => import('./sign-in-dialog.tsx').then(({ SignInDialog: dialog }) => dialog))

/** Calls that wait for the new sign-in; several may wait for one. */
const waiting = signal<readonly ((done: boolean) => void)[]>([])
export const why = signal<SignInReason>('old')
export const tabs = new BroadcastChannel('showcaller')

whenSignInIsNeeded((reason) => {
  // Before the first sign-in of this page there is nothing on it that could be lost.
  if (!me.value) return Promise.resolve(false)
  return new Promise((resolve) => {
    // An ended session is the stronger reason: without it nothing works any more.
    if (waiting.value.length === 0 || reason === 'ended') why.value = reason
    waiting.value = [...waiting.value, resolve]
  })
})

/** Tabs of a browser share its session: a tab that has signed in lets the others continue. */
export function notifyOtherTabs(): void {
  tabs.postMessage('signed-in')
}

/** Whether there is a new session by now; if so, the calls that wait for it continue. */
export async function continueAfterSignIn(): Promise<void> {
  const before = me.value
  const now = await callWithoutAsking('get-me', {}).catch(() => undefined)
  if (now === undefined || now.session_id === before?.session_id) return
  // Another person or another channel: the data on screen no longer belongs to them.
  if (now.person.id !== before?.person.id || now.channel.id !== before.channel.id) return location.assign('/')
  me.value = now
  end(true)
}

export function end(done: boolean): void {
  const calls = waiting.value
  waiting.value = []
  for (const resolve of calls) resolve(done)
  if (!done && why.value === 'ended') leavePage()
}

/** Asks for a new sign-in over the page, so that nothing typed on it is lost. */
export function SignInAgain() {
  return waiting.value.length === 0 ? null : <SignInDialog />
}
