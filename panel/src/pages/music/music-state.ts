import type { Answer } from '../../api.ts'

export type MusicState = Answer<'get-music'>
export type Song = MusicState['queue'][number]
