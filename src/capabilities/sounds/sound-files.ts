import { fileURLToPath } from 'node:url'
import { isSoundName, isTrackName, type SoundName, type TrackName } from './catalogue.ts'

/** The prefix of a built-in sound or track in a setting, such as `builtin:fanfare`. */
const builtin = 'builtin:'
/** Rendered by `npm run sounds`. */
const folder = new URL('../../../sounds/', import.meta.url)

/** The built-in sound or track that a setting names; undefined when it names something else. */
export function findBuiltIn(source: string): { url: string; kind: 'sound' | 'song' } | undefined {
  if (!source.startsWith(builtin)) return undefined
  const name = source.slice(builtin.length)
  if (!isSoundName(name) && !isTrackName(name)) return undefined
  return { url: urlOf(name), kind: isSoundName(name) ? 'sound' : 'song' }
}

/** The path of its file; undefined when there is no such sound. */
export function findSoundFile(name: string): string | undefined {
  if (!isSoundName(name) && !isTrackName(name)) return undefined
  return fileURLToPath(new URL(`${name}.flac`, folder))
}

/** Its address on this server. */
export function urlOf(name: SoundName | TrackName): string {
  return `/overlay/sounds/${name}.flac`
}
