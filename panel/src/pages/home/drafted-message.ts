import { signal } from '@preact/signals'
import type { Platform } from '../../../../src/platforms/contract/platforms.ts'

/** A message that another card begins; the field below the chat takes it, and somebody sends it from there. */
export const draftedMessage = signal<{ readonly text: string; readonly platform: Platform | null } | undefined>(
  undefined,
)
