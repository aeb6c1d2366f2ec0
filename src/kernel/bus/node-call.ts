import type { FailureCode } from '../operation/contract/failures.ts'

/** The outcome of a call that another node of the cluster made. */
export type NodeCallResult =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly code: FailureCode; readonly message: string; readonly mayHaveHappened: boolean }
