import type { Bus } from '../../bus/bus.ts'
import { Failure } from '../../contract/failures.ts'
import { createInputReader } from '../../contract/read-input.ts'
import { type SourceMessage, type SourceRef, sourceIntervalMs, sourceKey } from '../../contract/widgets/source.ts'
import { sourceDefinitions } from '../../contract/widgets/sources.ts'
import type { Log } from '../../log.ts'
import { randomInt } from '../../node-crypto.ts'
import type { Channels } from '../channels/channels.ts'
import type { Following, LogFollower } from '../events/log-follower.ts'
import type { AnySource, PatchRules, SourceNeeds, SourceOutcome, SourceTopic } from './source.ts'
import { findSource } from './sources.ts'

export interface SourceLimits {
  /** Different sources with their parameters, of all pages of a channel on this node. */
  readonly perChannel: number
  readonly perPage: number
  /** How long a source is kept after its last page has left, so that a page that is back resumes. */
  readonly lingerMs: number
}

const defaultLimits: SourceLimits = { perChannel: 200, perPage: 60, lingerMs: 10_000 }
const retryMs = 5_000
/** Patches that are kept for pages that were away for a moment. */
const maxKept = 100
const longestTimerMs = 2 ** 31 - 1
/** A page that resumes at another server must not find its number there. */
const firstSeq = () => randomInt(2 ** 47)

const topics: readonly SourceTopic[] = ['player-changed', 'show-changed', 'rounds-changed', 'accounts-changed']

/** A source that a page wants, and the last message that it has of it. */
export interface WantedSource extends SourceRef {
  readonly last?: number | undefined
}

type Send = (message: SourceMessage) => void

/** One source with its parameters, for all pages of the channel that show it. */
interface Subscription {
  readonly key: string
  readonly source: AnySource
  readonly params: object
  readonly rules: PatchRules<object, object> | undefined
  readonly members: Set<Send>
  seq: number
  data: object | undefined
  /** The data as it was last sent, to send nothing twice. */
  json: string
  /** Patches since the last snapshot, the newest last. */
  kept: SourceMessage[]
  waiting: object | undefined
  /** Patches that came while the data was read. */
  early: object[]
  isReading: boolean
  isStale: boolean
  isGone: boolean
  /** In milliseconds of `performance.now()`. */
  readAt: number
  readTimer: NodeJS.Timeout | undefined
  staleTimer: NodeJS.Timeout | undefined
  patchTimer: NodeJS.Timeout | undefined
  lingerTimer: NodeJS.Timeout | undefined
}

interface Room {
  readonly channelId: number
  readonly following: Following
  readonly subscriptions: Map<string, Subscription>
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
  const { bus, log, channels, clock, follower } = needs
  const limits = { ...defaultLimits, ...needs.limits }
  const rooms = new Map<number, Room>()
  let stops: (() => void)[] = []
  let stopLive: (() => void) | undefined

  function open(): void {
    const refreshAll = ({ channelId }: { readonly channelId: number }) => forEach(channelId, refresh)
    stops = [
      ...topics.map((topic) =>
        bus.subscribe(topic, ({ channelId }) =>
          forEach(channelId, (one) => void (one.source.topics?.includes(topic) === true && refresh(one))),
        ),
      ),
      bus.subscribe('channel-changed', refreshAll),
      bus.subscribe('viewer-erased', ({ channelId, ...person }) =>
        forEach(channelId, (one) => take(one, one.source.onErased?.(person) ?? 'again')),
      ),
      bus.subscribe('missed-messages', () => {
        for (const channelId of rooms.keys()) refreshAll({ channelId })
      }),
    ]
  }

  /** Chat messages are only put together while somebody wants them. */
  function followLive(): void {
    const isWanted = [...rooms.values()].some(({ subscriptions }) =>
      [...subscriptions.values()].some(({ source }) => source.onLive !== undefined),
    )
    if (isWanted) {
      stopLive ??= bus.subscribe('live-event', ({ channelId, event }) =>
        forEach(channelId, (one) => take(one, one.source.onLive?.(event, one.params) ?? 'nothing')),
      )
    } else {
      stopLive?.()
      stopLive = undefined
    }
  }

  function forEach(channelId: number, work: (subscription: Subscription) => void): void {
    for (const subscription of rooms.get(channelId)?.subscriptions.values() ?? []) work(subscription)
  }

  function take(subscription: Subscription, outcome: SourceOutcome<object>): void {
    if (outcome === 'again') refresh(subscription)
    else if (outcome !== 'nothing') addPatch(subscription, outcome.patch)
  }

  /** Reads again soon; calls until then are one read. */
  function refresh(subscription: Subscription): void {
    const { source, params, isReading, data } = subscription
    if (subscription.isGone || (source.isUnstored && data !== undefined)) return
    subscription.isStale = true
    if (isReading || subscription.readTimer !== undefined) return
    const interval = source.intervalMs?.(params) ?? sourceIntervalMs
    planRead(subscription, Math.max(0, subscription.readAt + interval - performance.now()))
  }

  function planRead(subscription: Subscription, ms: number): void {
    subscription.readTimer = setTimeout(() => {
      subscription.readTimer = undefined
      void read(subscription)
    }, ms).unref()
  }

  async function read(subscription: Subscription): Promise<void> {
    const room = roomWith(subscription)
    if (room === undefined) return
    const { source, params } = subscription
    subscription.isReading = true
    subscription.isStale = false
    let waitMs = source.intervalMs?.(params) ?? sourceIntervalMs
    try {
      await room.following.ready
      const channel = await channels.find(room.channelId)
      if (channel === undefined) return
      const data = await source.read(needs, channel, params)
      if (subscription.isGone) return
      publish(subscription, data)
      clearTimeout(subscription.staleTimer)
      const staleMs = source.staleAfterMs?.(data, params, channel, clock.now())
      if (staleMs !== undefined) {
        subscription.staleTimer = setTimeout(() => refresh(subscription), Math.min(staleMs, longestTimerMs)).unref()
      }
    } catch (error) {
      // A platform that does not answer is no news; the page keeps what it has.
      if (!(error instanceof Failure))
        log.warn('the data of a widget could not be read', { key: subscription.key, error })
      subscription.isStale = true
      waitMs = retryMs
    } finally {
      subscription.isReading = false
      subscription.readAt = performance.now()
      if (subscription.isStale && !subscription.isGone) planRead(subscription, waitMs)
    }
  }

  function publish(subscription: Subscription, data: object): void {
    const json = JSON.stringify(data)
    const { early } = subscription
    subscription.early = []
    if (subscription.data === undefined || json !== subscription.json) {
      subscription.data = data
      subscription.json = json
      subscription.seq++
      subscription.kept = []
      sendAll(subscription, snapshotOf(subscription, data))
    }
    for (const patch of early) addPatch(subscription, patch)
  }

  function addPatch(subscription: Subscription, patch: object): void {
    const { rules, data, isReading } = subscription
    if (rules === undefined) return
    if (data === undefined || isReading) {
      subscription.early = [...subscription.early, patch].slice(-maxKept)
      return
    }
    subscription.waiting = rules.add(subscription.waiting, patch)
    planPatch(subscription, rules.everyMs)
  }

  function planPatch(subscription: Subscription, ms: number): void {
    subscription.patchTimer ??= setTimeout(() => sendPatch(subscription), ms).unref()
  }

  function sendPatch(subscription: Subscription): void {
    const { rules, waiting, data } = subscription
    subscription.patchTimer = undefined
    if (rules === undefined || waiting === undefined || data === undefined) return
    const { now, later } = rules.take(waiting)
    subscription.waiting = later
    if (later !== undefined) planPatch(subscription, rules.everyMs)
    const applied = rules.apply(data, now)
    if (applied.patch === undefined) return
    subscription.data = applied.data
    // The next snapshot is compared with the data that pages have by now.
    subscription.json = ''
    const message = {
      type: 'source-patch',
      key: subscription.key,
      seq: ++subscription.seq,
      patch: applied.patch,
    } as const
    subscription.kept = [...subscription.kept, message].slice(-maxKept)
    sendAll(subscription, message)
  }

  function sendAll({ members }: Subscription, message: SourceMessage): void {
    for (const send of members) send(message)
  }

  /** What the page has missed: nothing, some patches, or everything. */
  function resume(subscription: Subscription, send: Send, last: number | undefined): void {
    const { data, seq, kept } = subscription
    if (data === undefined || last === seq) return
    const missed = kept.filter((message) => last !== undefined && message.seq > last)
    const isComplete = last !== undefined && last < seq && missed[0]?.seq === last + 1
    for (const message of isComplete ? missed : [snapshotOf(subscription, data)]) send(message)
  }

  function roomWith(subscription: Subscription): Room | undefined {
    for (const room of rooms.values()) if (room.subscriptions.get(subscription.key) === subscription) return room
    return undefined
  }

  function roomOf(channelId: number): Room {
    const known = rooms.get(channelId)
    if (known !== undefined) return known
    if (rooms.size === 0) open()
    const following = follower.follow(channelId, (event) =>
      forEach(channelId, (one) => take(one, one.source.onEvent?.(event, one.params) ?? 'nothing')),
    )
    const room: Room = { channelId, following, subscriptions: new Map() }
    rooms.set(channelId, room)
    return room
  }

  /** Undefined for a source that does not exist, with parameters that it does not take, or beyond the limit. */
  function subscriptionOf(channelId: number, ref: SourceRef): Subscription | undefined {
    const key = sourceKey(ref)
    const known = rooms.get(channelId)?.subscriptions.get(key)
    if (known !== undefined) return known
    const source = findSource(ref.source)
    const params = readParams(ref)
    if (source === undefined || params === undefined) return undefined
    if ((rooms.get(channelId)?.subscriptions.size ?? 0) >= limits.perChannel) return undefined
    const subscription: Subscription = {
      key,
      source,
      params,
      rules: source.patches?.(),
      members: new Set(),
      seq: firstSeq(),
      data: undefined,
      json: '',
      kept: [],
      waiting: undefined,
      early: [],
      isReading: false,
      isStale: false,
      isGone: false,
      readAt: Number.NEGATIVE_INFINITY,
      readTimer: undefined,
      staleTimer: undefined,
      patchTimer: undefined,
      lingerTimer: undefined,
    }
    roomOf(channelId).subscriptions.set(key, subscription)
    followLive()
    void read(subscription)
    return subscription
  }

  function drop(room: Room, subscription: Subscription): void {
    subscription.isGone = true
    const { readTimer, staleTimer, patchTimer, lingerTimer } = subscription
    for (const timer of [readTimer, staleTimer, patchTimer, lingerTimer]) clearTimeout(timer)
    room.subscriptions.delete(subscription.key)
    followLive()
    if (room.subscriptions.size > 0) return
    room.following.stop()
    rooms.delete(room.channelId)
    if (rooms.size > 0) return
    for (const stop of stops) stop()
    stops = []
  }

  function leave(channelId: number, subscription: Subscription, send: Send): void {
    subscription.members.delete(send)
    const room = rooms.get(channelId)
    if (room === undefined || subscription.members.size > 0 || subscription.isGone) return
    clearTimeout(subscription.lingerTimer)
    subscription.lingerTimer = setTimeout(() => {
      if (subscription.members.size === 0) drop(room, subscription)
    }, limits.lingerMs).unref()
  }

  return {
    /** A page of a channel, which says with `show` what it wants. */
    open(channelId: number, send: Send) {
      let shown = new Map<string, Subscription>()
      return {
        /** Replaces what the page wants. Returns the keys of sources that it cannot have. */
        show(wanted: readonly WantedSource[]): readonly string[] {
          const next = new Map<string, Subscription>()
          const refused: string[] = []
          for (const one of wanted) {
            const key = sourceKey(one)
            if (next.has(key)) continue
            const subscription = next.size < limits.perPage ? subscriptionOf(channelId, one) : undefined
            if (subscription === undefined) {
              refused.push(key)
              continue
            }
            next.set(key, subscription)
            clearTimeout(subscription.lingerTimer)
            const isNew = !subscription.members.has(send)
            subscription.members.add(send)
            if (isNew || one.last !== undefined) resume(subscription, send, one.last)
          }
          for (const [key, subscription] of shown) if (!next.has(key)) leave(channelId, subscription, send)
          shown = next
          return refused
        },

        close(): void {
          for (const subscription of shown.values()) leave(channelId, subscription, send)
          shown = new Map()
        },
      }
    },

    /** How many sources are followed. */
    get size(): number {
      let size = 0
      for (const { subscriptions } of rooms.values()) size += subscriptions.size
      return size
    },

    close(): void {
      for (const room of [...rooms.values()]) {
        for (const subscription of [...room.subscriptions.values()]) drop(room, subscription)
      }
    },
  }
}

function snapshotOf({ key, seq }: Subscription, data: object): SourceMessage {
  return { type: 'source', key, seq, data }
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
