import { call } from '../../api.ts'
import { attempt } from '../../ui/attempt.ts'
import { showToast } from '../../ui/toasts.tsx'
import { messages } from './messages.ts'

/** Plays a saved effect on the connected overlay pages. */
export function testEffect(overlay_id: string): Promise<void> {
  return attempt(async () => {
    await call('test-effect', { overlay_id })
    showToast(messages.tested())
  })
}
