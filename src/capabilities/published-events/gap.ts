import type { GapReason } from './event-room.ts'
import { eventErrors } from './messages.ts'

/** What a client learns when events were missed. */
export function gapOf(reason: GapReason): { readonly reason: GapReason; readonly message: string } {
  return { reason, message: reason === 'too_old' ? eventErrors.gapTooOld() : eventErrors.gapUnknown() }
}
