import { Failure } from '../../contract/failures.ts'
import type { ChangeMode } from '../../contract/fields.ts'
import { oneOf } from '../../contract/schema.ts'

export const minute = 'minute' as const

export const minuteField = oneOf([minute], { description: 'The unit of the amount.' })

export function requireAmount(mode: ChangeMode, amount: number, path = 'amount'): void {
  if (mode === 'set' || amount >= 1) return
  throw new Failure('invalid_parameter', { message: `${path} must be at least 1 to ${mode}.` })
}
