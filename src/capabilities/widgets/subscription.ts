import type { Log } from '../../kernel/log.ts'
import { randomInt } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Channels } from '../channels/channels.ts'
import { type SourceMessage, sourceIntervalMs } from '../overlay/contract/source.ts'
import type { AnySource, SourceNeeds, SourceOutcome } from './source.ts'

const retryMs = 5_000
/** Patches that are kept for pages that were away for a moment. */
const maxKept = 100
const longestTimerMs = 2 ** 31 - 1

export type SendToPage = (message: SourceMessage) => void

export type SourceSubscription = ReturnType<typeof createSubscription>

/**
 * One source with its parameters, for all pages of a channel that show it. It is read once for all of them, and its
 * messages are numbered, so that a page that comes back gets what it missed.
 */
export function createSubscription(
  needs: SourceNeeds & { log: Log; channels: Channels },
  of: {
    readonly channelId: number
    readonly key: string
    readonly source: AnySource
    /** As the schema of the source returns them. */
    readonly params: object
    /** From then on no event is missed. */
    readonly ready: Promise<void>
  },
) {
  const { clock, log, channels } = needs
  const { channelId, key, source, params, ready } = of
  const rules = source.patches?.()
  const intervalMs = source.intervalMs?.(params) ?? sourceIntervalMs
  const members = new Set<SendToPage>()
  // A page that resumes at another server must not find its number there.
  let seq = randomInt(2 ** 47)
  let data: object | undefined
  /** The data as it was last sent, to send nothing twice. */
  let json = ''
  /** Patches since the last snapshot, the newest last. */
  let kept: SourceMessage[] = []
  let waiting: object | undefined
  /** Patches that came while the data was read. */
  let early: object[] = []
  let isReading = false
  let isStale = false
  let isGone = false
  /** In milliseconds of `performance.now()`. */
  let readAt = Number.NEGATIVE_INFINITY
  let readTimer: NodeJS.Timeout | undefined
  let staleTimer: NodeJS.Timeout | undefined
  let patchTimer: NodeJS.Timeout | undefined

  /** Reads again soon; calls until then are one read. */
  function refresh(): void {
    if (isGone || (source.isUnstored && data !== undefined)) return
    isStale = true
    if (!isReading && readTimer === undefined) planRead(Math.max(0, readAt + intervalMs - performance.now()))
  }

  function planRead(ms: number): void {
    readTimer = setTimeout(() => {
      readTimer = undefined
      void read()
    }, ms).unref()
  }

  async function read(): Promise<void> {
    isReading = true
    isStale = false
    let waitMs = intervalMs
    try {
      await ready
      const channel = await channels.find(channelId)
      if (channel === undefined || isGone) return
      const fresh = await source.read(needs, channel, params)
      if (isGone) return
      publish(fresh)
      clearTimeout(staleTimer)
      const staleMs = source.staleAfterMs?.(fresh, params, channel, clock.now())
      if (staleMs !== undefined) staleTimer = setTimeout(refresh, Math.min(staleMs, longestTimerMs)).unref()
    } catch (error) {
      // A platform that does not answer is no news; the page keeps what it has.
      if (!(error instanceof Failure)) log.warn('the data of a widget could not be read', { key, error })
      isStale = true
      waitMs = retryMs
    } finally {
      isReading = false
      readAt = performance.now()
      const patches = early
      early = []
      for (const patch of patches) addPatch(patch)
      if (isStale && !isGone) planRead(waitMs)
    }
  }

  function publish(fresh: object): void {
    const text = JSON.stringify(fresh)
    if (data !== undefined && text === json) return
    data = fresh
    json = text
    seq++
    kept = []
    sendAll(snapshotOf(fresh))
  }

  function addPatch(patch: object): void {
    if (rules === undefined || isGone) return
    if (data === undefined || isReading) {
      early = [...early, patch].slice(-maxKept)
      return
    }
    waiting = rules.add(waiting, patch)
    patchTimer ??= setTimeout(sendPatch, rules.everyMs).unref()
  }

  function sendPatch(): void {
    patchTimer = undefined
    if (rules === undefined || waiting === undefined || data === undefined) return
    const { now, later } = rules.take(waiting)
    waiting = later
    if (later !== undefined) patchTimer = setTimeout(sendPatch, rules.everyMs).unref()
    const applied = rules.apply(data, now)
    if (applied.patch === undefined) return
    data = applied.data
    // The next snapshot is compared with what pages have by now, which is not this text.
    json = ''
    const message = { type: 'source-patch', key, seq: ++seq, patch: applied.patch } as const
    kept = [...kept, message].slice(-maxKept)
    sendAll(message)
  }

  function sendAll(message: SourceMessage): void {
    for (const send of members) send(message)
  }

  function snapshotOf(all: object): SourceMessage {
    return { type: 'source', key, seq, data: all }
  }

  void read()

  return {
    source,
    refresh,

    get size() {
      return members.size
    },

    /** What an event, or a message of the bus, means for it. */
    take(outcome: SourceOutcome<object>): void {
      if (outcome === 'again') refresh()
      else if (outcome !== 'nothing') addPatch(outcome.patch)
    },

    onEvent: (event: Parameters<NonNullable<AnySource['onEvent']>>[0]) => source.onEvent?.(event, params) ?? 'nothing',
    onLive: (event: Parameters<NonNullable<AnySource['onLive']>>[0]) => source.onLive?.(event, params) ?? 'nothing',

    /** Adds a page, and sends what it does not have: nothing, some patches, or everything. */
    add(send: SendToPage, last: number | undefined): void {
      const isNew = !members.has(send)
      members.add(send)
      if (data === undefined || last === seq || !(isNew || last !== undefined)) return
      const missed = kept.filter((message) => last !== undefined && message.seq > last)
      const isComplete = last !== undefined && last < seq && missed[0]?.seq === last + 1
      for (const message of isComplete ? missed : [snapshotOf(data)]) send(message)
    },

    remove: (send: SendToPage): boolean => members.delete(send),

    close(): void {
      isGone = true
      members.clear()
      for (const timer of [readTimer, staleTimer, patchTimer]) clearTimeout(timer)
    },
  }
}
