import type { Answer } from '../../api.ts'

/** A call that was sent from the console, with its response. */
export interface PastCall {
  readonly number: number
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
  readonly keyId: string
  readonly keyName: string
  readonly at: number
  readonly answer: Answer<'run-as-key'>
}
