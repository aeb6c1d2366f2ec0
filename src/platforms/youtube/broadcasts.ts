import type { Clock } from '../../kernel/ambient.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import type { PlatformAccount, StreamState } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { Broadcast, DataApi, Video } from './data-api.external.ts'
import type { YouTubeTiming } from './timing.ts'

/** A broadcast that should have started before this time was probably forgotten: YouTube lists it for ever. */
const longestDelayMs = 12 * 60 * 60_000

interface Remembered {
  readonly value: Promise<unknown>
  /** On the monotonic clock; infinity while the request is running. */
  staleAt: number
}

export type Broadcasts = ReturnType<typeof createBroadcasts>

/** A cache of the channel's broadcasts. Callers at the same time share one request. */
export function createBroadcasts({ api, clock, timing }: { api: DataApi; clock: Clock; timing: YouTubeTiming }) {
  const known = new Map<string, Remembered>()
  const lastOnAir = new Map<string, string>()

  /** The request is shared, so that no caller's signal cancels it. The HTTP client's timeout limits it. */
  async function remember<T>(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
    freshMs: (value: T) => number,
  ): Promise<T> {
    signal.throwIfAborted()
    const there = known.get(key)
    if (there !== undefined && there.staleAt > clock.steady()) return untilAborted(signal, there.value as Promise<T>)
    const value = work(new AbortController().signal)
    const entry: Remembered = { value, staleAt: Number.POSITIVE_INFINITY }
    known.set(key, entry)
    value.then(
      (found) => {
        entry.staleAt = clock.steady() + freshMs(found)
      },
      () => {
        if (known.get(key) === entry) known.delete(key)
      },
    )
    return untilAborted(signal, value)
  }

  function forget(account: PlatformAccount): void {
    for (const what of ['broadcast', 'planned', 'live', 'last'] as const) known.delete(keyOf(account, what))
  }

  /** The live broadcast. */
  function find(account: PlatformAccount, signal: AbortSignal): Promise<Broadcast | undefined> {
    const load = async (limit: AbortSignal) => {
      const [broadcast] = await api.listBroadcasts(ownerOf(account), 'active', limit)
      if (broadcast !== undefined) lastOnAir.set(account.accountId, broadcast.id)
      return broadcast
    }
    const { broadcastMs, offAirMs } = timing
    return remember(keyOf(account, 'broadcast'), signal, load, (found) => (found ? broadcastMs : offAirMs))
  }

  async function findNext(account: PlatformAccount, signal: AbortSignal): Promise<Broadcast | undefined> {
    return nextOf(await api.listBroadcasts(ownerOf(account), 'upcoming', signal), clock.now())
  }

  /** The broadcast to show while offline: the next one, else the last one seen live, else the last completed one. */
  function findPlanned(account: PlatformAccount, signal: AbortSignal): Promise<string | undefined> {
    const load = async (limit: AbortSignal) => {
      const next = await findNext(account, limit)
      if (next !== undefined) return next.id
      const last = lastOnAir.get(account.accountId)
      return last ?? latestOf(await api.listBroadcasts(ownerOf(account), 'completed', limit))?.id
    }
    return remember(keyOf(account, 'planned'), signal, load, () => timing.seldomMs)
  }

  /** Details of a live broadcast change often, those of a completed one do not. */
  async function findVideo(
    account: PlatformAccount,
    what: 'live' | 'last',
    id: string,
    signal: AbortSignal,
  ): Promise<Video | undefined> {
    const load = async (limit: AbortSignal) => ({ id, video: await api.findVideo(ownerOf(account), id, limit) })
    const freshMs = what === 'live' ? timing.figuresMs : timing.seldomMs
    const found = await remember(keyOf(account, what), signal, load, () => freshMs)
    if (found.id === id) return found.video
    // The cached entry belongs to an earlier broadcast.
    known.delete(keyOf(account, what))
    return findVideo(account, what, id, signal)
  }

  function countFollowers(account: PlatformAccount, signal: AbortSignal): Promise<number> {
    const load = (limit: AbortSignal) => api.countFollowers(ownerOf(account), limit)
    return remember(keyOf(account, 'followers'), signal, load, () => timing.seldomMs)
  }

  /** The video category of YouTube, which is not a game. */
  async function categoryOf(account: PlatformAccount, video: Video | undefined, signal: AbortSignal) {
    const id = video?.categoryId ?? ''
    if (id === '') return { id, name: '' }
    const load = (limit: AbortSignal) => api.findCategoryName(ownerOf(account), id, limit)
    const name = await remember(`category ${id}`, signal, load, () => Number.POSITIVE_INFINITY)
    return { id, name: name ?? '' }
  }

  return {
    find,
    findNext,
    forget,

    /** The broadcast to set a title of: the live one, else the next one. */
    async findTitled(account: PlatformAccount, signal: AbortSignal): Promise<string | undefined> {
      const onAir = await find(account, signal)
      if (onAir !== undefined) return onAir.id
      return (await findNext(account, signal))?.id
    },

    async read(account: PlatformAccount, signal: AbortSignal): Promise<StreamState> {
      const [broadcast, followerCount] = await Promise.all([find(account, signal), countFollowers(account, signal)])
      const live = broadcast && (await findVideo(account, 'live', broadcast.id, signal))
      if (live !== undefined && !live.isOver) {
        const { title, viewerCount, startedAt } = live
        const category = await categoryOf(account, live, signal)
        return { live: true, title, category, viewerCount, followerCount, startedAt }
      }
      if (broadcast !== undefined) forget(account)
      const id = await findPlanned(account, signal)
      const last = id === undefined ? undefined : await findVideo(account, 'last', id, signal)
      const category = await categoryOf(account, last, signal)
      return { live: false, title: last?.title ?? '', category, viewerCount: 0, followerCount, startedAt: null }
    },
  }
}

/** YouTube documents no order. The next one by its planned start; else the one that is late the least. */
export function nextOf(upcoming: readonly Broadcast[], now: number): Broadcast | undefined {
  const planned = upcoming
    .filter(({ scheduledAt }) => scheduledAt !== undefined)
    .sort((one, other) => Number(one.scheduledAt) - Number(other.scheduledAt))
  const next = planned.find(({ scheduledAt }) => Number(scheduledAt) >= now - longestDelayMs)
  return next ?? planned.at(-1) ?? upcoming[0]
}

function latestOf(completed: readonly Broadcast[]): Broadcast | undefined {
  return completed.toSorted((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0))[0]
}

function keyOf(
  { channelId, accountId }: PlatformAccount,
  what: 'broadcast' | 'planned' | 'live' | 'last' | 'followers',
): string {
  return `${channelId} ${accountId} ${what}`
}

export function ownerOf(
  { channelId }: PlatformAccount,
  role: AccountOwner['role'] = 'broadcaster',
): AccountOwner & { readonly service: 'youtube' } {
  return { channelId, service: 'youtube', role }
}
