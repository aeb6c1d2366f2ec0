import { nameKey } from '../../kernel/schema/text.ts'
import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import { byPlatform, type Platform } from '../contract/platforms.ts'
import type { PlatformUser, UserReference } from '../platform.ts'

const named =
  'alice bob carol dave erin frank grace heidi ivan judy mallory niaj olivia peggy rupert sybil trent victor walter testuser'
const defaultNumbered = 200

const firstIds = byPlatform(({ sandbox }) => sandbox.firstUserId)
const personPrefix = 'sandbox:'

export type SandboxPeople = ReturnType<typeof createSandboxPeople>

/** All users of the sandbox, the same on every platform: named users, then numbered viewers. */
export function createSandboxPeople(numbered = defaultNumbered) {
  const names = [...named.split(' '), ...Array.from({ length: numbered }, (_, index) => `viewer${index + 1}`)]
  const placeByName: ReadonlyMap<string, number> = new Map(names.map((name, index) => [name, index]))

  function placeOf(platform: Platform, reference: UserReference): number | undefined {
    if ('username' in reference) return placeByName.get(nameKey(reference.username))
    if ('person' in reference) {
      const { person } = reference
      return person.startsWith(personPrefix) ? placeByName.get(person.slice(personPrefix.length)) : undefined
    }
    return /^\d{5}$/.test(reference.id) ? Number(reference.id) - firstIds[platform] : undefined
  }

  return {
    names,

    find(platform: Platform, reference: UserReference): PlatformUser | undefined {
      const place = placeOf(platform, reference)
      const username = place === undefined ? undefined : names[place]
      if (place === undefined || username === undefined) return undefined
      return {
        id: String(firstIds[platform] + place),
        username,
        displayname: capitalised(username),
        person: `${personPrefix}${username}`,
      }
    },
  }
}

const everyone = whenNeeded(createSandboxPeople)

export const viewerNames = (): readonly string[] => everyone().names
export const findSandboxUser: SandboxPeople['find'] = (platform, reference) => everyone().find(platform, reference)

/** The sandbox account of a channel's broadcaster on a platform. */
export function broadcasterOf(
  channel: { readonly id: number | string; readonly name: string },
  platform: Platform,
): PlatformUser {
  return { id: `${platform}-${channel.id}`, username: channel.name, displayname: capitalised(channel.name) }
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
