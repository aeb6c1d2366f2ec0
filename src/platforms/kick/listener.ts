import { Failure } from '../../contract/failures.ts'
import type { Log } from '../../log.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformAccount } from '../platform.ts'
import type { AccountOwner } from '../services.ts'
import { topics } from './events.external.ts'
import { kickMessages } from './messages.ts'
import type { KickSubscriptions, RefusedTopic } from './subscriptions.external.ts'

const defaultCheckMs = 60 * 60_000
const defaultRetryMs = 30_000
const timeoutMs = 20_000

export interface KickListenerNeeds {
  readonly log: Log
  readonly listenerStatus: ListenerStatus
  readonly subscriptions: KickSubscriptions
  /** Why Kick cannot reach this server, if that is known. */
  readonly unreachable: () => string | undefined
  readonly checkEveryMs?: number | undefined
  readonly retryMs?: number | undefined
}

export type KickListener = ReturnType<typeof createKickListener>

/** Keeps the webhook subscriptions complete: creates them at start and repairs them every hour. */
export function createKickListener(needs: KickListenerNeeds) {
  const { log, listenerStatus, subscriptions, unreachable } = needs
  const checkEveryMs = needs.checkEveryMs ?? defaultCheckMs
  const retryMs = needs.retryMs ?? defaultRetryMs

  async function ensure({ channelId, accountId }: PlatformAccount, signal: AbortSignal): Promise<void> {
    const owner: AccountOwner = { channelId, service: 'kick', role: 'broadcaster' }
    const there = new Set((await subscriptions.list(owner, accountId, signal)).map(({ topic }) => topic))
    const missing = topics.filter((topic) => !there.has(topic))
    const refused = missing.length === 0 ? [] : await subscriptions.create(owner, missing, accountId, signal)
    for (const one of refused) log.warn('Kick refused an event subscription', { channelId, ...one })
    const accepted = topics.length - refused.length
    const counts = { count: accepted, total: topics.length }
    const problem = unreachable()
    if (problem !== undefined) listenerStatus.update(channelId, 'failed', problem)
    else if (accepted === topics.length) listenerStatus.update(channelId, 'on', kickMessages.eventKinds(counts))
    else listenerStatus.update(channelId, accepted === 0 ? 'failed' : 'partly', partialText(counts, refused))
  }

  /** Stores the result in the listener status, errors included. */
  async function check(account: PlatformAccount, signal: AbortSignal): Promise<void> {
    try {
      await ensure(account, signal)
    } catch (error) {
      const message = error instanceof Failure ? error.message : kickMessages.checkFailed()
      listenerStatus.update(account.channelId, 'failed', message)
      throw error
    }
  }

  return {
    check,

    listen(account: PlatformAccount): () => void {
      const { channelId } = account
      const stopped = new AbortController()
      let timer: NodeJS.Timeout | undefined
      let failures = 0
      listenerStatus.begin(channelId, kickMessages.checking())

      async function round(): Promise<void> {
        let waitMs = checkEveryMs
        try {
          await check(account, AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]))
          failures = 0
        } catch (error) {
          if (stopped.signal.aborted) return
          log.warn('could not check the event subscriptions of Kick', { channelId, error })
          waitMs = Math.min(retryMs * 2 ** failures++, checkEveryMs)
        }
        if (stopped.signal.aborted) return
        timer = setTimeout(() => void round(), waitMs)
        timer.unref()
      }

      void round()
      return () => {
        stopped.abort()
        clearTimeout(timer)
        listenerStatus.end(channelId)
      }
    },
  }
}

function partialText(counts: { count: number; total: number }, refused: readonly RefusedTopic[]): string {
  const topics = refused.map(({ topic }) => topic).join(', ')
  return kickMessages.eventKindsRefused({ ...counts, topics, reason: refused[0]?.reason ?? '' })
}
