import type { ThingKind } from '../../../src/capabilities/change-log/contract/things.ts'
import { call } from '../api.ts'
import { wayBackMessages } from '../messages/way-back.ts'
import { showToast } from './toasts.tsx'

/** Says that something was deleted, with the way back: it is in the trash. */
export function showDeleted(text: string, kind: ThingKind, thing: string | number): void {
  showToast(text, 'go', async () => {
    const { name } = await call('undo-deletion', { kind, thing: String(thing) })
    showToast(wayBackMessages.restored({ name }))
  })
}
