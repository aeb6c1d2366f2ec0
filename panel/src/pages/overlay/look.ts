import type { Answer } from '../../api.ts'

export type Look = Answer<'get-overlay-settings'>['settings']
