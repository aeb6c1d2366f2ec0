import { kick } from './kick.ts'
import { tiktok } from './tiktok.ts'
import { twitch } from './twitch.ts'
import { youtube } from './youtube.ts'

/** Every platform, in the order of the specification. */
export const platformDefinitions = [kick, twitch, youtube, tiktok] as const

export type DefinedPlatform = (typeof platformDefinitions)[number]
export type Platform = DefinedPlatform['name']
export type PlatformWord = DefinedPlatform['wireName']

export const platforms = platformDefinitions.map(({ name }) => name)
export const platformWords = platformDefinitions.map(({ wireName }) => wireName)

/** What a person calls it, for sentences. */
export const platformTitles = byPlatform(({ title }) => title)

const definitionByName = byPlatform((definition) => definition)
const nameByWireName = Object.fromEntries(
  platformDefinitions.map(({ name, wireName }) => [wireName, name]),
) as Readonly<Record<PlatformWord, Platform>>

export function platformOfName(name: Platform): DefinedPlatform {
  return definitionByName[name]
}

export function platformNamed(wireName: PlatformWord): Platform {
  return nameByWireName[wireName]
}

/** The platform that somebody means who wrote a name of either table, in any case. */
export function platformMeant(written: unknown): Platform | undefined {
  if (typeof written !== 'string') return undefined
  const key = written.trim().toLowerCase()
  return platformDefinitions.find(({ name, wireName, brandName }) =>
    [name, wireName, brandName].some((one) => one.toLowerCase() === key),
  )?.name
}

export function wordFor(platform: Platform): PlatformWord {
  return definitionByName[platform].wireName
}

/** The short key that `clips` and `platforms` in the answer of clip use. */
export function keyFor(platform: 'kick' | 'twitch'): 'alpha' | 'beta' {
  return platform === 'kick' ? kick.wireWord : twitch.wireWord
}

/** A value for each platform, from its definition. */
export function byPlatform<T>(pick: (definition: DefinedPlatform) => T): Readonly<Record<Platform, T>> {
  const entries = platformDefinitions.map((definition) => [definition.name, pick(definition)] as const)
  return Object.fromEntries(entries) as Readonly<Record<Platform, T>>
}
