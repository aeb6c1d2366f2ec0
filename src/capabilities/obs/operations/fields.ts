import type { FailureCode } from '../../../kernel/operation/contract/failures.ts'
import { number, optional, text } from '../../../kernel/schema/schema.ts'

/** Fields that several OBS operations have. */

/** Names in OBS are kept as they are: it allows every character. */
export function obsName(description: string) {
  return text({ min: 1, max: 200, description })
}

export const seconds = optional(
  number({
    min: 0.1,
    max: 86_400,
    description: 'Undo the change after so many seconds, also after a restart, unless somebody has changed it since.',
  }),
)

export function asFlag(isOn: boolean): 0 | 1 {
  return isOn ? 1 : 0
}

export const obsFailures = ['obs_not_connected', 'obs_refused'] as const satisfies readonly FailureCode[]

export const ratePerMinute = 90
