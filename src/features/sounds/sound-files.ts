import { join } from 'node:path'
import { fs } from '../../node-fs.ts'
import { isSoundName, isTrackName, recipeVersion, type SoundName, type TrackName } from '../../sounds/catalogue.ts'
import type { Sounds } from '../../sounds/sounds.ts'

/** What a setting calls one of our own sounds or tracks, such as `builtin:fanfare`. */
const builtin = 'builtin:'

export type SoundFiles = ReturnType<typeof createSoundFiles>

/** Our own sounds as files in the data folder, made the first time somebody wants to hear them. */
export function createSoundFiles({ folder, sounds }: { folder: string; sounds: Sounds }) {
  const making = new Map<string, Promise<string>>()

  async function make(name: string): Promise<string> {
    const path = join(folder, `${name}.v${recipeVersion}.wav`)
    if (await isThere(path)) return path
    const bytes = isSoundName(name) ? await sounds.renderSound(name) : await renderTrack(name)
    await fs.promises.mkdir(folder, { recursive: true })
    await forgetOlder(name)
    // Under another name first, so that a cut leaves no half a sound.
    await fs.promises.writeFile(`${path}.part`, bytes)
    await fs.promises.rename(`${path}.part`, path)
    return path
  }

  async function renderTrack(name: string): Promise<Buffer> {
    if (!isTrackName(name)) throw new Error(`there is no sound ${name}`)
    return sounds.renderTrack(name)
  }

  /** Files of an older recipe are never heard again. */
  async function forgetOlder(name: string): Promise<void> {
    for (const file of await fs.promises.readdir(folder))
      if (file.startsWith(`${name}.v`)) await fs.promises.rm(join(folder, file), { force: true })
  }

  return {
    /** What a setting names; undefined when it names nothing of ours. */
    findBuiltIn(source: string): { url: string; kind: 'sound' | 'song' } | undefined {
      if (!source.startsWith(builtin)) return undefined
      const name = source.slice(builtin.length)
      if (!isSoundName(name) && !isTrackName(name)) return undefined
      return { url: urlOf(name), kind: isSoundName(name) ? 'sound' : 'song' }
    },

    /** The file behind such an address; undefined when there is no such sound. */
    async find(name: string): Promise<string | undefined> {
      if (!isSoundName(name) && !isTrackName(name)) return undefined
      const known = making.get(name)
      if (known !== undefined) return known
      const made = make(name).finally(() => making.delete(name))
      making.set(name, made)
      return made
    },
  }
}

/** Where pages of this server find one of our own. */
export function urlOf(name: SoundName | TrackName): string {
  return `/overlay/sounds/${name}.wav`
}

async function isThere(path: string): Promise<boolean> {
  return fs.promises.stat(path).then(
    () => true,
    () => false,
  )
}
