import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import type { Channels } from '../channels/channels.ts'
import type { Following, LogFollower } from '../events/log-follower.ts'
import { type SourceRef, sourceKey } from '../overlay/contract/source.ts'
import { sourceDefinitions } from './contract/widgets/sources.ts'
import { createPageSources, type FollowedSource } from './page-sources.ts'
import type { SourceNeeds, SourceTopic } from './source.ts'
import { findSource } from './sources.ts'
import { createSubscription, type SendToPage, type SourceSubscription } from './subscription.ts'

export interface SourceLimits {
  /** Different sources with their parameters, of all pages of a channel on this node. */
  readonly perChannel: number
  /** How long a source is kept after its last page has left, so that a page that is back resumes. */
  readonly lingerMs: number
}

const defaultLimits: SourceLimits = { perChannel: 200, lingerMs: 10_000 }

const topics: readonly SourceTopic[] = [
  'player-changed',
  'show-changed',
  'rounds-changed',
  'accounts-changed',
  'settings-changed',
]

interface Room {
  readonly channelId: number
  readonly following: Following
  readonly followed: Map<string, FollowedSource>
}

export type SourceHub = ReturnType<typeof createSourceHub>

/**
 * The live data of widgets. Pages that want the same source share one subscription: one read and one message for all of
 * them. Nothing is read, and nothing is kept, for a channel whose pages show no widget.
 */
export function createSourceHub(
  needs: SourceNeeds & {
    bus: Bus
    log: Log
    channels: Channels
    follower: LogFollower
    limits?: Partial<SourceLimits> | undefined
  },
) {
  const { bus, follower } = needs
  const limits = { ...defaultLimits, ...needs.limits }
  const rooms = new Map<number, Room>()
  let stops: (() => void)[] = []
  let stopLive: (() => void) | undefined

  function open(): void {
    stops = [
      ...topics.map((topic) =>
        bus.subscribe(topic, ({ channelId }) =>
          forEach(channelId, (one) => {
            if (one.source.topics?.includes(topic) === true) one.refresh()
          }),
        ),
      ),
      bus.subscribe('channel-changed', ({ channelId }) => forEach(channelId, (one) => one.refresh())),
      bus.subscribe('viewer-erased', ({ channelId, ...person }) =>
        forEach(channelId, (one) => one.take(one.source.onErased?.(person) ?? 'again')),
      ),
      bus.subscribe('missed-messages', () => {
        for (const channelId of rooms.keys()) forEach(channelId, (one) => one.refresh())
      }),
    ]
  }

  /** Chat messages are only put together while somebody wants them. */
  function followLive(): void {
    const isWanted = [...rooms.values()].some(({ followed }) =>
      [...followed.values()].some(({ subscription }) => subscription.source.onLive !== undefined),
    )
    if (isWanted) {
      stopLive ??= bus.subscribe('live-event', ({ channelId, event }) =>
        forEach(channelId, (one) => one.take(one.onLive(event))),
      )
    } else {
      stopLive?.()
      stopLive = undefined
    }
  }

  function forEach(channelId: number, work: (subscription: SourceSubscription) => void): void {
    for (const { subscription } of rooms.get(channelId)?.followed.values() ?? []) work(subscription)
  }

  function roomOf(channelId: number): Room {
    const known = rooms.get(channelId)
    if (known !== undefined) return known
    if (rooms.size === 0) open()
    const following = follower.follow(channelId, (event) => forEach(channelId, (one) => one.take(one.onEvent(event))))
    const room: Room = { channelId, following, followed: new Map() }
    rooms.set(channelId, room)
    return room
  }

  /** Undefined for a source that does not exist, with parameters that it does not take, or beyond the limit. */
  function follow(channelId: number, ref: SourceRef): FollowedSource | undefined {
    const key = sourceKey(ref)
    const known = rooms.get(channelId)?.followed.get(key)
    if (known !== undefined) return known
    const source = findSource(ref.source)
    const params = readParams(ref)
    if (source === undefined || params === undefined) return undefined
    if ((rooms.get(channelId)?.followed.size ?? 0) >= limits.perChannel) return undefined
    const room = roomOf(channelId)
    const { ready } = room.following
    const subscription = createSubscription(needs, { channelId, key, source, params, ready })
    const followed = { subscription, lingering: undefined }
    room.followed.set(key, followed)
    followLive()
    return followed
  }

  function drop(room: Room, key: string, { subscription, lingering }: FollowedSource): void {
    clearTimeout(lingering)
    subscription.close()
    room.followed.delete(key)
    followLive()
    if (room.followed.size > 0) return
    room.following.stop()
    rooms.delete(room.channelId)
    if (rooms.size > 0) return
    for (const stop of stops) stop()
    stops = []
  }

  function leave(channelId: number, key: string, followed: FollowedSource, send: SendToPage): void {
    const { subscription } = followed
    const room = rooms.get(channelId)
    if (!subscription.remove(send) || subscription.size > 0 || room === undefined) return
    clearTimeout(followed.lingering)
    followed.lingering = setTimeout(() => {
      if (subscription.size === 0) drop(room, key, followed)
    }, limits.lingerMs).unref()
  }

  return {
    /** A page of a channel, which says with `show` what it wants. */
    open: (channelId: number, send: SendToPage) => createPageSources({ channelId, send, follow, leave }),

    /** How many sources are followed. */
    get size(): number {
      let size = 0
      for (const { followed } of rooms.values()) size += followed.size
      return size
    },

    close(): void {
      for (const room of [...rooms.values()]) {
        for (const [key, followed] of [...room.followed]) drop(room, key, followed)
      }
    },
  }
}

const readers = new Map(
  sourceDefinitions.map(({ name, params }) => [name as string, createInputReader<object>(params)]),
)

function readParams({ source, params }: SourceRef): object | undefined {
  try {
    return readers.get(source)?.(params)
  } catch {
    return undefined
  }
}
