import { asObject, type JsonObject, objectsIn } from '../calls/json-fields.ts'
import type { EmoteService } from '../contract/chat-parts.ts'
import { emotePictureHosts } from '../contract/picture-hosts.ts'
import type { Platform } from '../contract/platforms.ts'
import type { KnownEmote } from './find-emotes.ts'

/** How one service publishes its sets. Addresses of images are built from ids, never taken from an answer. */
export interface EmoteSource {
  /** The only host that is asked. */
  readonly url: string
  readonly globalPath: string
  /** Undefined for a platform that the service does not know. */
  channelPath(platform: Platform, accountId: string): string | undefined
  read(body: unknown): KnownEmote[]
}

const idShape = /^[A-Za-z0-9]{1,40}$/
const accountShape = /^[A-Za-z0-9_-]{1,40}$/
const maxNameLength = 100
/** The flag of an emote in a set of 7TV that stacks on the one before. The set decides, not the emote. */
const overlayFlag = 1
/** BetterTTV does not mark them: every client has this list of its global emotes. */
const bttvOverlays: ReadonlySet<unknown> = new Set([
  'SoSnowy',
  'IceCold',
  'SantaHat',
  'TopHat',
  'ReinDeer',
  'CandyCane',
  'cvMask',
  'cvHazmat',
])

export const emoteSources: Readonly<Record<EmoteService, EmoteSource>> = {
  '7tv': {
    url: 'https://7tv.io',
    globalPath: '/v3/emote-sets/global',
    channelPath: forPlatforms({ twitch: '/v3/users/twitch/', kick: '/v3/users/kick/', youtube: '/v3/users/youtube/' }),
    // A channel without a set, and a set without emotes, have null.
    read(body) {
      const { emote_set: set } = asObject(body)
      return rowsIn(set === undefined || set === null ? body : set, 'emotes').flatMap((row) =>
        asOverlay(
          typeof row.flags === 'number' && (row.flags & overlayFlag) !== 0,
          emoteOf('7tv', row.id, row.name, (id) => `https://${emotePictureHosts['7tv']}/emote/${id}/2x.webp`),
        ),
      )
    },
  },
  bttv: {
    url: 'https://api.betterttv.net',
    globalPath: '/3/cached/emotes/global',
    channelPath: forPlatforms({ twitch: '/3/cached/users/twitch/', youtube: '/3/cached/users/youtube/' }),
    read(body) {
      const all = Array.isArray(body) ? { all: body } : asObject(body)
      return ['all', 'channelEmotes', 'sharedEmotes'].flatMap((list) =>
        rowsIn(all, list).flatMap((row) =>
          asOverlay(
            list === 'all' && bttvOverlays.has(row.code),
            emoteOf('bttv', row.id, row.code, (id) => `https://${emotePictureHosts.bttv}/emote/${id}/2x`),
          ),
        ),
      )
    },
  },
  ffz: {
    url: 'https://api.frankerfacez.com',
    globalPath: '/v1/set/global',
    channelPath: forPlatforms({ twitch: '/v1/room/id/', youtube: '/v1/room/yt/' }),
    read(body) {
      const { sets, default_sets: defaults } = asObject(body)
      // The global answer also lists sets that only some people have.
      const shown = Array.isArray(defaults) ? defaults.map(String) : Object.keys(asObject(sets))
      return shown.flatMap((set) => {
        const found = asObject(sets)[set]
        if (found === undefined) return []
        return rowsIn(found, 'emoticons').flatMap((row) => {
          const size = asObject(row.urls ?? {})['2'] === undefined ? 1 : 2
          return emoteOf('ffz', row.id, row.name, (id) => `https://${emotePictureHosts.ffz}/emote/${id}/${size}`)
        })
      })
    },
  },
}

function forPlatforms(paths: Partial<Record<Platform, string>>) {
  return (platform: Platform, accountId: string): string | undefined => {
    const path = paths[platform]
    return path === undefined || !accountShape.test(accountId) ? undefined : path + accountId
  }
}

function rowsIn(value: unknown, field: string): readonly JsonObject[] {
  const rows = asObject(value)[field]
  return rows === undefined || rows === null ? [] : objectsIn(value, field)
}

function asOverlay(isOverlay: boolean, emotes: readonly KnownEmote[]): KnownEmote[] {
  return isOverlay ? emotes.map((emote) => ({ ...emote, is_overlay: true })) : [...emotes]
}

/** None for a row that is not an emote as documented. */
function emoteOf(source: EmoteService, id: unknown, name: unknown, imageOf: (id: string) => string): KnownEmote[] {
  const text = typeof id === 'number' ? String(id) : id
  if (typeof text !== 'string' || !idShape.test(text)) return []
  if (typeof name !== 'string' || name === '' || name.length > maxNameLength || /\s/.test(name)) return []
  return [{ id: text, name, image: imageOf(text), source }]
}
