import type { Clock } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import type { Log } from '../../log.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { OwnLines } from '../own-lines.ts'
import type { PlatformAccount, PlatformEvent, PlatformFeed } from '../platform.ts'
import type { AccountOwner } from '../services.ts'
import type { Tokens } from '../tokens.ts'
import { openEventSocket } from './event-socket.ts'
import { eventIn, type Frame, topicsOf } from './events.external.ts'
import type { Helix } from './helix.external.ts'

/** Twitch tells everything at least once; what is older than this is told in vain. */
const longestDelayMs = 10 * 60_000
const rememberedIds = 5_000
/** Twitch wants to be asked this often whether the broadcaster still agrees. */
const checkEveryMs = 60 * 60_000
const subscribeMs = 10_000

export interface TwitchListenerNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly address: string
  readonly helix: Helix
  readonly tokens: Tokens
  readonly ownLines: OwnLines
  readonly listenerStatus: ListenerStatus
  readonly feed: PlatformFeed
  /** Asks whether an account's token is still good, and renews it if not. */
  readonly check: (owner: AccountOwner, signal: AbortSignal) => Promise<void>
}

/** Everything that happens on one channel, into the feed. Answers how to stop. */
export function listenTo(account: PlatformAccount, needs: TwitchListenerNeeds): () => void {
  const { clock, log, address, helix, tokens, ownLines, listenerStatus, feed, check } = needs
  const { channelId, accountId } = account
  const broadcaster: AccountOwner = { channelId, service: 'twitch', role: 'broadcaster' }
  const bot: AccountOwner = { ...broadcaster, role: 'bot' }
  const receivedIds = new Set<string>()
  const stopped = new AbortController()
  let botId: string | undefined
  let subscribed = new Set<string>()

  async function subscribe(sessionId: string): Promise<boolean> {
    botId = (await tokens.findAccount(bot))?.accountId
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(subscribeMs)])
    const taken = new Set<string>()
    // One after the other: where one finds the door shut, the others need not knock.
    for (const topic of topicsOf(accountId)) {
      try {
        await helix.subscribe(broadcaster, topic, sessionId, signal)
        taken.add(topic.type)
      } catch (error) {
        if (stopped.signal.aborted) return false
        if (!(error instanceof Failure) || error.code === 'platform_unavailable') throw error
        log.warn('Twitch does not tell of this', { channelId, topic: topic.type, reason: error.message })
      }
    }
    subscribed = taken
    updateStatus()
    return taken.size > 0
  }

  function updateStatus(): void {
    const all = topicsOf(accountId).length
    const state = subscribed.size === all ? 'on' : subscribed.size === 0 ? 'failed' : 'partly'
    listenerStatus.update(channelId, state, `Twitch tells of ${subscribed.size} of ${all} kinds of events.`)
  }

  function lost(): void {
    listenerStatus.update(channelId, 'failed', 'The line to Twitch was lost and is being opened again.')
  }

  function isNew({ id, at }: { readonly id: string; readonly at: number }): boolean {
    if (receivedIds.has(id) || clock.now() - at > longestDelayMs) return false
    const [oldest] = receivedIds
    if (receivedIds.size >= rememberedIds && oldest !== undefined) receivedIds.delete(oldest)
    receivedIds.add(id)
    return true
  }

  async function report(event: PlatformEvent): Promise<void> {
    const isOurs = event.user.id === accountId || event.user.id === botId
    if (event.kind === 'chat' && isOurs && (await ownLines.include(channelId, event.id))) return
    await feed(account, event.user.id === botId ? { ...event, user: { ...event.user, isBot: true } } : event)
  }

  function receive(frame: Extract<Frame, { kind: 'report' | 'revoked' }>): void {
    if (frame.kind === 'revoked') {
      const { topic, reason, isSignedOut } = frame
      log.warn('Twitch no longer tells of this', { channelId, topic, reason })
      subscribed.delete(topic)
      updateStatus()
      if (isSignedOut) checkAll()
      return
    }
    listenerStatus.noteReceived(channelId)
    if (!isNew(frame)) return
    try {
      const event = eventIn(frame.topic, frame.event, { id: frame.id, now: clock.now() })
      if (event === undefined) return
      report(event).catch((error: unknown) => log.error('a report of Twitch was lost', { channelId, error }))
    } catch (error) {
      log.warn('Twitch sent an event that cannot be read', { channelId, topic: frame.topic, error })
    }
  }

  function checkAll(): void {
    for (const owner of [broadcaster, bot]) {
      check(owner, stopped.signal).catch((error: unknown) => {
        if (stopped.signal.aborted || (error instanceof Failure && error.code === 'platform_not_connected')) return
        log.warn('a sign-in to Twitch could not be checked', { channelId, role: owner.role, error })
      })
    }
  }

  listenerStatus.begin(channelId, 'Twitch is being asked what it tells us.')
  const close = openEventSocket({ address, log, subscribe, onFrame: receive, lost })
  const timer = setInterval(checkAll, checkEveryMs)
  timer.unref()
  checkAll()
  return () => {
    stopped.abort()
    clearInterval(timer)
    close()
    listenerStatus.end(channelId)
  }
}
