import type { Answer } from '../../api.ts'

/** A viewer with accounts, watch time and the start of the ledger. */
export type ViewerAnswer = Answer<'get-viewer'>
