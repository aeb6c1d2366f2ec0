import type { Answer } from '../../api.ts'

export type MusicState = Answer<'get-music'>
export type Song = MusicState['queue'][number]

/** What the dialog of a song changes. */
export function songContent({ title, artist, seconds }: Song) {
  return { title, artist, seconds }
}
