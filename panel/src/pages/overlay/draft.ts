import type { Answer } from '../../api.ts'

/** The overlay settings while they are edited. */
export type OverlayDraft = Answer<'get-overlay-settings'>['settings']
