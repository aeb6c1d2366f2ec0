import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import type { Log } from '../../log.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformAccount } from '../platform.ts'
import { type Broadcasts, ownerOf } from './broadcasts.ts'
import type { ChatPage } from './chat.external.ts'
import { type ChatStream, NoStream } from './chat-stream.ts'
import type { DataApi } from './data-api.external.ts'
import { ChatEnded } from './errors.external.ts'
import { feedUnits } from './quota-costs.external.ts'
import type { QuotaCounter } from './quota-counter.ts'
import { createReporter, type ReporterNeeds } from './reporter.ts'
import type { YouTubeTiming } from './timing.ts'

/** How often the stream may fail in a row before the chat is asked for instead. */
const maxStreamFailures = 3
/** However long until there are new units, the book is looked at again after this. */
const longestRestMs = 10 * 60_000

export interface YouTubeListenerNeeds extends ReporterNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly api: DataApi
  readonly stream: ChatStream
  readonly broadcasts: Broadcasts
  readonly quota: QuotaCounter
  readonly listenerStatus: ListenerStatus
  readonly timing: YouTubeTiming
}

export interface Listener {
  stop(): void
  /** Looks at once whether there is something to hear. */
  wake(): void
}

/** Everything that happens in the chat of one channel while it is live, into the feed. */
export function listenTo(account: PlatformAccount, needs: YouTubeListenerNeeds): Listener {
  const { clock, log, api, stream, broadcasts, quota, listenerStatus, timing } = needs
  const { channelId } = account
  const owner = ownerOf(account)
  const stopped = new AbortController()
  const { signal } = stopped
  const reporter = createReporter(account, needs)
  let currentChat: string | undefined
  let pageToken: string | undefined
  let lastReadAt = Number.NEGATIVE_INFINITY
  let waitMs = 0
  let streamFailures = 0
  let failures = 0
  let pollUntil = Number.NEGATIVE_INFINITY
  let sleep = new AbortController()
  /** A chat that is over may still be on YouTube's list for a while, or be off for good: asking it again costs units. */
  let endedChat: { readonly id: string | undefined; readonly until: number } | undefined

  const setStatus = (state: Parameters<ListenerStatus['update']>[1], message: string) =>
    listenerStatus.update(channelId, state, message)

  function take(page: ChatPage): void {
    pageToken = page.next ?? pageToken
    waitMs = page.waitMs
    streamFailures = 0
    failures = 0
    if (page.items.length > 0) listenerStatus.noteReceived(channelId)
    reporter.take(page)
    if (page.isOver) throw new ChatEnded('the chat is over')
  }

  async function overStream(chatId: string): Promise<void> {
    try {
      await stream.listen(owner, { chatId, pageToken }, take, signal)
    } catch (error) {
      const isOfStream =
        error instanceof NoStream || (error instanceof Failure && error.code === 'platform_unavailable')
      if (signal.aborted || !isOfStream || isRest(error)) throw error
      if (++streamFailures < maxStreamFailures && !(error instanceof NoStream)) throw error
      log.warn('the stream of the chat of YouTube does not work, the chat is asked for instead', { channelId, error })
      streamFailures = 0
      pollUntil = clock.steady() + timing.pollingMs
    }
  }

  /** Waits for its turn. Undefined when the day's units for it are used up. */
  async function nextTurn(): Promise<'page' | 'stream' | undefined> {
    const { callsLeft, secondsLeft, message } = await quota.read()
    const left = callsLeft(feedUnits, 'feed')
    if (left === 0) {
      setStatus('failed', `The chat is not heard. ${message}`)
      await delay(Math.min(secondsLeft * 1000, longestRestMs), undefined, { signal })
      return undefined
    }
    const isPolling = clock.steady() < pollUntil
    const paceMs = Math.max(timing.chatMs, Math.min(timing.spreadMs, secondsLeft * 1000) / left, isPolling ? waitMs : 0)
    const restMs = lastReadAt + paceMs - clock.steady()
    if (restMs > 0) await delay(restMs, undefined, { signal })
    lastReadAt = clock.steady()
    if (!isPolling) setStatus('on', 'YouTube tells of the chat as it is written.')
    else if (paceMs < timing.slowMs) setStatus('on', `The chat is read every ${inSeconds(paceMs)}.`)
    else setStatus('partly', `The chat is read every ${inSeconds(paceMs)} only, so that the units of the day last.`)
    return isPolling ? 'page' : 'stream'
  }

  async function readChat(chatId: string): Promise<void> {
    if (chatId !== currentChat) pageToken = undefined
    currentChat = chatId
    await reporter.begin(pageToken === undefined)
    while (!signal.aborted) {
      const turn = await nextTurn()
      if (turn === 'page') take(await api.listChat(owner, { chatId, pageToken }, signal))
      if (turn === 'stream') await overStream(chatId)
    }
  }

  /** Until the time has passed or somebody wakes it. */
  async function rest(ms: number): Promise<void> {
    sleep = new AbortController()
    await delay(ms, undefined, { signal: AbortSignal.any([signal, sleep.signal]) }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const broadcast = await broadcasts.find(account, signal)
        if (broadcast?.chatId !== undefined && !isEnded(broadcast.chatId)) await readChat(broadcast.chatId)
        failures = 0
        reporter.caughtUp()
        setStatus('on', broadcast ? 'This broadcast has no chat.' : 'You are not live. YouTube has a chat only then.')
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
        setStatus('failed', error instanceof Failure ? error.message : 'YouTube cannot be heard.')
        log.warn('YouTube cannot be heard', { channelId, error })
        // A page that is too old to go on from would be refused for ever.
        if (error instanceof Failure && error.code === 'platform_refused') pageToken = undefined
        await rest(retryMs(error))
      }
    }
  }

  function isEnded(chatId: string): boolean {
    return endedChat !== undefined && endedChat.id === chatId && clock.steady() < endedChat.until
  }

  function retryMs(error: unknown): number {
    const asked = error instanceof Failure ? (error.retryAfterSeconds ?? 0) * 1000 : 0
    const waited = Math.min(timing.firstRetryMs * 2 ** failures++, timing.longestRetryMs) * (0.5 + Math.random() / 2)
    return Math.min(Math.max(asked, waited), longestRestMs)
  }

  listenerStatus.begin(channelId, 'YouTube is asked whether you are live.')
  run().catch((error: unknown) => {
    if (!signal.aborted) log.error('YouTube is no longer listened to', { channelId, error })
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

/** Out of units is no fault of the stream. */
function isRest(error: unknown): boolean {
  return error instanceof Failure && (error.retryAfterSeconds ?? 0) > 0
}

function inSeconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s`
}
