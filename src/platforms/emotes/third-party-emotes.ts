import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { type EmoteService, emoteServices } from '../contract/chat-parts.ts'
import type { Platform } from '../contract/platforms.ts'
import { fetchSet } from './fetch-set.ts'
import type { KnownEmote } from './find-emotes.ts'
import { emoteSources } from './services.external.ts'

/** Sets change rarely; a new emote appears after this time at the latest. */
const freshMs = 30 * 60_000
const retryMs = 5 * 60_000
const maxSets = 1_000
const maxRooms = 5_000
/** Together with the limit of one answer, the bound of the memory for one chat. */
const maxEmotesPerRoom = 10_000

const none: ReadonlyMap<string, KnownEmote> = new Map()

interface Kept<T> {
  value: T
  /** On the monotonic clock. */
  staleAt: number
  loading: Promise<void> | undefined
}

export type ThirdPartyEmotes = ReturnType<typeof createThirdPartyEmotes>

/**
 * The emotes of 7TV, BetterTTV and FrankerFaceZ that a chat shows. A chat message never waits for them: it gets the
 * sets that are there, and starts loading those that are not. The services are asked only where the channel wants it.
 */
export function createThirdPartyEmotes(needs: {
  clock: Clock
  log: Log
  bus: Bus
  /** The services that the broadcaster has turned on. */
  wanted: (channelId: number) => Promise<readonly EmoteService[]>
  /** The id of the connected account; undefined for none, and for one of the sandbox. */
  accountOf: (channelId: number, platform: Platform) => Promise<string | undefined>
  /** Other hosts, for tests. */
  urls?: Partial<Record<EmoteService, string>> | undefined
}) {
  const { clock, log, bus, wanted, accountOf, urls = {} } = needs
  const sets = new Map<string, Kept<readonly KnownEmote[]>>()
  const rooms = new Map<string, Kept<ReadonlyMap<string, KnownEmote>>>()
  const closed = new AbortController()
  const stops = [
    bus.subscribe('settings-changed', ({ channelId }) => forget(channelId)),
    bus.subscribe('accounts-changed', ({ channelId }) => forget(channelId)),
    bus.subscribe('missed-messages', () => rooms.clear()),
  ]

  function forget(channelId: number): void {
    for (const key of rooms.keys()) if (key.startsWith(`${channelId} `)) rooms.delete(key)
  }

  /** One set, from memory while it is fresh. One that cannot be loaded stays as it was, and is tried again later. */
  async function loadSet(service: EmoteService, path: string): Promise<readonly KnownEmote[]> {
    const key = `${service} ${path}`
    const kept = keep(sets, key, maxSets, () => [])
    if (kept.staleAt > clock.steady()) return kept.value
    kept.loading ??= fetchSet(new URL(path, urls[service] ?? emoteSources[service].url), closed.signal)
      .then((body) => {
        kept.value = body === undefined ? [] : emoteSources[service].read(body)
        kept.staleAt = clock.steady() + freshMs
      })
      .catch((error: unknown) => {
        kept.staleAt = clock.steady() + retryMs
        if (!closed.signal.aborted) log.warn('could not load emotes', { service, error })
      })
      .finally(() => {
        kept.loading = undefined
      })
    await kept.loading
    return kept.value
  }

  async function loadRoom(channelId: number, platform: Platform): Promise<ReadonlyMap<string, KnownEmote>> {
    const services = await wanted(channelId)
    const account = services.length === 0 ? undefined : await accountOf(channelId, platform)
    if (account === undefined) return none
    const emotes = new Map<string, KnownEmote>()
    for (const service of emoteServices.filter((one) => services.includes(one))) {
      const { globalPath, channelPath } = emoteSources[service]
      const own = channelPath(platform, account)
      // The channel's own emote wins over a global one of the same name, and the first service over the next.
      for (const path of own === undefined ? [globalPath] : [own, globalPath]) {
        for (const emote of await loadSet(service, path)) {
          if (emotes.size < maxEmotesPerRoom && !emotes.has(emote.name)) emotes.set(emote.name, emote)
        }
      }
    }
    return emotes
  }

  function refresh(room: Kept<ReadonlyMap<string, KnownEmote>>, channelId: number, platform: Platform): void {
    room.loading ??= loadRoom(channelId, platform)
      .then(
        (emotes) => {
          room.value = emotes
        },
        (error: unknown) => log.warn('could not read which emotes a channel shows', { channelId, error }),
      )
      .finally(() => {
        room.staleAt = clock.steady() + retryMs
        room.loading = undefined
      })
  }

  return {
    /** The emotes of a chat by name, as far as they are loaded. Returns at once. */
    of(channelId: number, platform: Platform): ReadonlyMap<string, KnownEmote> {
      const room = keep(rooms, `${channelId} ${platform}`, maxRooms, () => none)
      if (room.staleAt <= clock.steady()) refresh(room, channelId, platform)
      return room.value
    },

    close(): void {
      closed.abort()
      for (const stop of stops) stop()
    },
  }
}

/** The entry of a bounded cache; the oldest makes room for a new one. */
function keep<T>(cache: Map<string, Kept<T>>, key: string, max: number, empty: () => T): Kept<T> {
  const known = cache.get(key)
  if (known !== undefined) return known
  const [oldest] = cache.keys()
  if (cache.size >= max && oldest !== undefined) cache.delete(oldest)
  const fresh: Kept<T> = { value: empty(), staleAt: Number.NEGATIVE_INFINITY, loading: undefined }
  cache.set(key, fresh)
  return fresh
}
