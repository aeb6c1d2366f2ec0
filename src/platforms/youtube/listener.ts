import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionState, ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { backoffMs } from '../calls/backoff.ts'
import { type Ending, endingOf } from '../calls/connection.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformAccount } from '../platform.ts'
import { type Broadcasts, ownerOf } from './broadcasts.ts'
import type { ChatPage } from './chat.external.ts'
import { type ChatStream, NoStream } from './chat-stream.ts'
import type { DataApi } from './data-api.external.ts'
import { ChatEnded } from './errors.external.ts'
import { youtubeMessages } from './messages.ts'
import { createMissedSuperChats } from './missed-super-chats.ts'
import { followNewSubscribers } from './new-subscribers.ts'
import { feedUnits } from './quota-costs.external.ts'
import type { QuotaCounter } from './quota-counter.ts'
import { createReporter, type ReporterNeeds } from './reporter.ts'
import type { YouTubeTiming } from './timing.ts'

/** The number of consecutive stream failures after which the chat is polled instead. */
const maxStreamFailures = 3
/** The longest wait for new quota before the counter is read again. */
const longestRestMs = 10 * 60_000

export interface YouTubeListenerNeeds extends ReporterNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly db: Database
  readonly api: DataApi
  readonly stream: ChatStream
  readonly broadcasts: Broadcasts
  readonly quota: QuotaCounter
  readonly listenerStatus: ListenerStatus
  readonly timing: YouTubeTiming
}

export interface Listener {
  stop(): void
  /** Checks now whether the channel is live. */
  wake(): void
}

/** Passes all chat events of one channel to the feed while it is live. */
export function listenTo(account: PlatformAccount, needs: YouTubeListenerNeeds): Listener {
  const { clock, log, api, stream, broadcasts, quota, listenerStatus, timing } = needs
  const { channelId } = account
  const owner = ownerOf(account)
  const stopped = new AbortController()
  const { signal } = stopped
  const missed = createMissedSuperChats(account, needs)
  const reporter = createReporter(account, { ...needs, missed, signal })
  let currentChat: string | undefined
  let pageToken: string | undefined
  let lastReadAt = Number.NEGATIVE_INFINITY
  let waitMs = 0
  let streamFailures = 0
  let failures = 0
  let pollUntil = Number.NEGATIVE_INFINITY
  let sleep = new AbortController()
  /** An ended chat may still be listed for a while. It is skipped, because reading it costs quota. */
  let endedChat: { readonly id: string | undefined; readonly until: number } | undefined

  const setStatus = (state: ConnectionState, message: Text, more?: Partial<ConnectionStatus>) =>
    listenerStatus.update(channelId, state, message, more)

  function take(page: ChatPage): void {
    pageToken = page.next ?? pageToken
    waitMs = page.waitMs
    streamFailures = 0
    failures = 0
    if (page.items.length > 0) listenerStatus.noteReceived(channelId)
    reporter.take(page)
    if (page.isOver) throw new ChatEnded('the chat has ended')
  }

  async function overStream(chatId: string): Promise<void> {
    try {
      await stream.listen(owner, { chatId, pageToken }, take, signal)
    } catch (error) {
      const isOfStream =
        error instanceof NoStream || (error instanceof Failure && error.code === 'platform_unavailable')
      if (signal.aborted || !isOfStream || isRest(error)) throw error
      if (++streamFailures < maxStreamFailures && !(error instanceof NoStream)) throw error
      log.warn('the chat stream of YouTube failed; polling the chat instead', { channelId, error })
      streamFailures = 0
      pollUntil = clock.steady() + timing.pollingMs
    }
  }

  /** Waits until the quota allows the next read. Undefined if the quota for the chat is used up. */
  async function nextTurn(): Promise<'page' | 'stream' | undefined> {
    const { callsLeft, secondsLeft, message } = await quota.read()
    const left = callsLeft(feedUnits, 'feed')
    if (left === 0) {
      const until = clock.now() + secondsLeft * 1000
      setStatus('rate_limited', youtubeMessages.quotaStoppedChat.of({ reason: message }), { until })
      await delay(Math.min(secondsLeft * 1000, longestRestMs), undefined, { signal })
      return undefined
    }
    const isPolling = clock.steady() < pollUntil
    const paceMs = Math.max(timing.chatMs, Math.min(timing.spreadMs, secondsLeft * 1000) / left, isPolling ? waitMs : 0)
    const restMs = lastReadAt + paceMs - clock.steady()
    if (restMs > 0) await delay(restMs, undefined, { signal })
    lastReadAt = clock.steady()
    if (!isPolling) setStatus('connected', youtubeMessages.streaming.of())
    else if (paceMs < timing.slowMs) setStatus('connected', youtubeMessages.polling.of({ seconds: inSeconds(paceMs) }))
    else setStatus('limited', youtubeMessages.pollingSlowly.of({ seconds: inSeconds(paceMs) }))
    return isPolling ? 'page' : 'stream'
  }

  async function readChat(chatId: string): Promise<void> {
    if (chatId !== currentChat) pageToken = undefined
    currentChat = chatId
    if (pageToken === undefined) await missed.read(signal)
    await reporter.begin(pageToken === undefined)
    while (!signal.aborted) {
      const turn = await nextTurn()
      if (turn === 'page') take(await api.listChat(owner, { chatId, pageToken }, signal))
      if (turn === 'stream') await overStream(chatId)
    }
  }

  /** Waits until the time has passed or `wake` is called. */
  async function rest(ms: number): Promise<void> {
    sleep = new AbortController()
    await delay(ms, undefined, { signal: AbortSignal.any([signal, sleep.signal]) }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    await missed.read(signal)
    while (!signal.aborted) {
      try {
        const broadcast = await broadcasts.find(account, signal)
        if (broadcast?.chatId !== undefined && !isEnded(broadcast.chatId)) await readChat(broadcast.chatId)
        failures = 0
        reporter.caughtUp()
        setStatus('connected', broadcast ? youtubeMessages.noChat.of() : youtubeMessages.notLive.of())
        await rest(timing.offAirMs)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ChatEnded) {
          endedChat = { id: currentChat, until: clock.steady() + timing.offAirMs }
          broadcasts.forget(account)
          reporter.caughtUp()
          await rest(timing.firstRetryMs)
          continue
        }
        const ending = endingOf(error, youtubeMessages.chatFailed.of())
        const waitMs = retryMs(ending)
        const isCounted = ending.state === 'reconnecting' || ending.state === 'rate_limited'
        setStatus(ending.state, ending.message, {
          until: isCounted ? clock.now() + waitMs : null,
          missing: ending.missing ?? [],
        })
        log.warn('could not read the chat of YouTube', { channelId, error })
        // YouTube would refuse an expired page token forever.
        if (error instanceof Failure && error.code === 'platform_refused') pageToken = undefined
        await rest(waitMs)
      }
    }
  }

  function isEnded(chatId: string): boolean {
    return endedChat !== undefined && endedChat.id === chatId && clock.steady() < endedChat.until
  }

  function retryMs({ waitMs = 0 }: Ending): number {
    return Math.min(Math.max(waitMs, backoffMs(failures++, timing)), longestRestMs)
  }

  listenerStatus.begin(channelId, youtubeMessages.checking.of())
  void followNewSubscribers(account, needs, signal)
  run().catch((error: unknown) => {
    if (!signal.aborted) log.error('the chat listener of YouTube stopped', { channelId, error })
  })
  return {
    stop() {
      stopped.abort()
      reporter.stop()
      listenerStatus.end(channelId)
    },
    wake() {
      endedChat = undefined
      sleep.abort()
    },
  }
}

/** An exhausted quota is not a failure of the stream. */
function isRest(error: unknown): boolean {
  return error instanceof Failure && (error.retryAfterSeconds ?? 0) > 0
}

function inSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000))
}
