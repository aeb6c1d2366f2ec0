import { reportCounts } from '../../../../src/capabilities/stream-reports/contract/stream-reports.ts'
import type { Answer } from '../../api.ts'
import { dollars, number } from '../../format.ts'

export type Report = Answer<'get-stream-report'>

/** The rows of the timeline and the columns of the table. */
export const rowNames = ['viewers', ...reportCounts] as const
export type RowName = (typeof rowNames)[number]

export function shown(name: RowName, value: number): string {
  return name === 'money' ? dollars(value) : number(value)
}
