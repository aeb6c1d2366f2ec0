import type { Answer } from '../../api.ts'

/** A show with where it is, as the page of the operator gets it. */
export type ShowRunView = Answer<'get-show-run'>
export type CueRunView = ShowRunView['cues'][number]
export type ShowAction = 'go' | 'back' | 'hold' | 'stop' | 'standby' | 'jump' | 'lead'
