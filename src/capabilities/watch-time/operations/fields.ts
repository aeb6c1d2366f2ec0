import { changeModeWords } from '../../../definitions/change-mode-words.ts'
import type { ChangeMode } from '../../../definitions/fields.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { integer, oneOf } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import type { Adjustment } from '../watch-time.ts'

const messages = defineMessages('errors.operations', {
  amountTooSmall: '{path} must be at least 1 to {mode}.',
})

export const minute = 'minute' as const

export const minuteField = oneOf([minute], { description: 'The unit of the amount.' })

/** What an adjustment did. */
export const adjusted = {
  watch_time: integer({ description: "That day's minutes after the change." }),
  changed: integer({ description: "That day's minutes after the change minus those before." }),
  watch_time_total: integer({ description: 'The minutes of all days after the change.' }),
}

export function adjustedFields({ minutes, changed, total }: Adjustment) {
  return { watch_time: minutes, changed, watch_time_total: total }
}

export function requireAmount(mode: ChangeMode, amount: number, path = 'amount'): void {
  if (mode === 'set' || amount >= 1) return
  throw new Failure('invalid_parameter', { message: messages.amountTooSmall.of({ path, mode: changeModeWords[mode] }) })
}
