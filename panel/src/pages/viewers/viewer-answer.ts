import type { Answer } from '../../api.ts'

/** A viewer with accounts, watch time and the latest point changes. */
export type ViewerAnswer = Answer<'get-viewer'>
