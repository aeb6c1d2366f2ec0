import { signal } from '@preact/signals'
import type { CueKind } from '../../../../src/capabilities/overlay/contract/cues.ts'
import { overlayTests } from '../../pages/overlay/test-messages.ts'
import { attempt } from '../attempt.ts'
import { showToast } from '../toasts.tsx'

/** The answer of an operation that tests something on the overlay. */
interface Tried {
  /** The delivery that a page has confirmed. */
  readonly id: string | null
  readonly is_sent: boolean
  readonly cue: { readonly kind: CueKind; readonly payload: Readonly<Record<string, unknown>> }
}

export interface TriedItem extends Tried {
  /** Counts up, so that the same item can be tried twice. */
  readonly number: number
}

/** What was tried last. A stage on the page shows it; without one, a stage opens in the corner. */
export const triedItem = signal<TriedItem | undefined>(undefined)
/** How many stages of the page show what is tried. */
export const ownStages = signal(0)
let count = 0

/** Tests something: on the panel's own stage in any case, and on the overlay if one is connected. */
export function tryOut(test: () => Promise<Tried>): Promise<void> {
  return attempt(async () => {
    const tried = await test()
    triedItem.value = { ...tried, number: ++count }
    if (tried.id !== null) showToast(overlayTests.sent())
    else showToast(tried.is_sent ? overlayTests.notConfirmed() : overlayTests.shownHere(), 'standby')
  })
}
