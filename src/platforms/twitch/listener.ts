import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { OwnLines } from '../own-lines.ts'
import type { PlatformAccount, PlatformEvent, PlatformFeed } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import type { TwitchBadges } from './badges.ts'
import { openEventSocket, type Subscribed } from './event-socket.ts'
import { eventIn, type Frame, repeatsPowerUp } from './events.external.ts'
import type { Helix } from './helix.external.ts'
import { twitchMessages } from './messages.ts'
import { createRenewals } from './renewals.ts'
import { createTopicSubscriptions } from './topic-subscriptions.ts'

/** Twitch delivers events at least once. Events older than this are ignored. */
const longestDelayMs = 10 * 60_000
const rememberedIds = 5_000
/** Twitch requires apps to validate tokens at this interval. */
const checkEveryMs = 60 * 60_000

export interface TwitchListenerNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly address: string
  readonly helix: Helix
  readonly tokens: Tokens
  readonly ownLines: OwnLines
  readonly badges: TwitchBadges
  readonly listenerStatus: ListenerStatus
  readonly feed: PlatformFeed
  /** Validates an account's token and renews it if needed. */
  readonly check: (owner: AccountOwner, signal: AbortSignal) => Promise<void>
  /** How long a subscription waits for the message of whoever renews it. */
  readonly shareWaitMs?: number | undefined
}

/** Passes all events of one channel to the feed. Returns the function that stops it. */
export function listenTo(account: PlatformAccount, needs: TwitchListenerNeeds): () => void {
  const { db, clock, log, address, helix, tokens, ownLines, badges, listenerStatus, feed, check } = needs
  const { channelId, accountId } = account
  const broadcaster: AccountOwner = { channelId, service: 'twitch', role: 'broadcaster' }
  const bot: AccountOwner = { ...broadcaster, role: 'bot' }
  const receivedIds = new Set<string>()
  const stopped = new AbortController()
  let botId: string | undefined
  const topics = createTopicSubscriptions({
    log,
    helix,
    channelId,
    broadcaster,
    accountId,
    stopped: stopped.signal,
    onChange: ({ state, message, missing }) => listenerStatus.update(channelId, state, message, { missing }),
  })
  const renewals = createRenewals({ db, clock, log, channelId, waitMs: needs.shareWaitMs, deliver: report })

  async function subscribe(sessionId: string): Promise<Subscribed> {
    botId = (await tokens.findAccount(bot))?.accountId
    return topics.begin(sessionId)
  }

  function isNew({ id, at }: { readonly id: string; readonly at: number }): boolean {
    if (receivedIds.has(id) || clock.now() - at > longestDelayMs) return false
    const [oldest] = receivedIds
    if (receivedIds.size >= rememberedIds && oldest !== undefined) receivedIds.delete(oldest)
    receivedIds.add(id)
    return true
  }

  async function report(event: PlatformEvent): Promise<void> {
    if (event.user === undefined) return feed(account, event)
    const isOurs = event.user.id === accountId || event.user.id === botId
    const user = event.user.id === botId ? { ...event.user, isBot: true } : event.user
    if (event.kind !== 'chat') return feed(account, { ...event, user })
    const shown = { ...event, user, badges: badges.complete(broadcaster, accountId, event.badges ?? []) }
    const isOwn = isOurs && (await ownLines.include(channelId, event.id))
    await feed(account, isOwn ? { ...shown, isOwn } : shown)
  }

  function receive(frame: Extract<Frame, { kind: 'report' | 'revoked' }>): void {
    if (frame.kind === 'revoked') {
      const { topic, reason, isSignedOut } = frame
      log.warn('Twitch revoked an event subscription', { channelId, topic, reason })
      topics.revoke(topic)
      const now = topics.now()
      const state = topics.count === 0 ? 'failed' : now.state
      listenerStatus.update(channelId, state, now.message, { missing: now.missing })
      if (isSignedOut) checkAll()
      return
    }
    listenerStatus.noteReceived(channelId)
    if (!isNew(frame) || repeatsPowerUp(frame.topic, frame.event, topics.has)) return
    try {
      const event = eventIn(frame.topic, frame.event, { id: frame.id, now: clock.now(), accountId })
      if (event === undefined) return
      const isRenewable = event.kind === 'subscription' && event.type !== 'sub_gift'
      const work = isRenewable ? renewals.take(event) : report(event)
      work.catch((error: unknown) => log.error('could not process an event of Twitch', { channelId, error }))
    } catch (error) {
      log.warn('Twitch sent an event that cannot be read', { channelId, topic: frame.topic, error })
    }
  }

  function checkAll(): void {
    for (const owner of [broadcaster, bot]) {
      check(owner, stopped.signal).catch((error: unknown) => {
        if (stopped.signal.aborted || (error instanceof Failure && error.code === 'platform_not_connected')) return
        log.warn('could not validate a token of Twitch', { channelId, role: owner.role, error })
      })
    }
  }

  listenerStatus.begin(channelId, twitchMessages.checking.of())
  const close = openEventSocket({
    clock,
    address,
    log,
    subscribe,
    onMoved: topics.move,
    onFrame: receive,
    onStatus: ({ state, message, ...more }) => listenerStatus.update(channelId, state, message, more),
  })
  const timer = setInterval(checkAll, checkEveryMs)
  timer.unref()
  checkAll()
  renewals.resume().catch((error: unknown) => log.error('could not read held subscriptions', { channelId, error }))
  return () => {
    stopped.abort()
    clearInterval(timer)
    close()
    topics.close()
    renewals.close()
    listenerStatus.end(channelId)
  }
}
