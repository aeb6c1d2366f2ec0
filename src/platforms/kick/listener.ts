import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { noText, type Text } from '../../kernel/text/message.ts'
import { createConnection, endingOf } from '../calls/connection.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformAccount } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import { topics } from './events.external.ts'
import { kickMessages } from './messages.ts'
import type { KickSubscriptions, RefusedTopic } from './subscriptions.external.ts'

const defaultCheckMs = 60 * 60_000
const defaultRetryMs = 30_000
const timeoutMs = 20_000

export interface KickListenerNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly listenerStatus: ListenerStatus
  readonly subscriptions: KickSubscriptions
  /** Why Kick cannot reach this server, if that is known. */
  readonly unreachable: () => Text | undefined
  readonly checkEveryMs?: number | undefined
  readonly retryMs?: number | undefined
}

export type KickListener = ReturnType<typeof createKickListener>

/** Keeps the webhook subscriptions complete: creates them at start and repairs them every hour. */
export function createKickListener(needs: KickListenerNeeds) {
  const { clock, log, listenerStatus, subscriptions, unreachable } = needs
  const checkEveryMs = needs.checkEveryMs ?? defaultCheckMs
  const retryMs = needs.retryMs ?? defaultRetryMs

  async function ensure({ channelId, accountId }: PlatformAccount, signal: AbortSignal): Promise<void> {
    const owner: AccountOwner = { channelId, service: 'kick', role: 'broadcaster' }
    const missing = await subscriptions.missing(owner, topics, accountId, signal)
    const refused = missing.length === 0 ? [] : await subscriptions.create(owner, missing, accountId, signal)
    for (const one of refused) log.warn('Kick refused an event subscription', { channelId, ...one })
    const accepted = topics.length - refused.length
    const counts = { count: accepted, total: topics.length }
    const problem = unreachable()
    if (problem !== undefined) listenerStatus.update(channelId, 'failed', problem)
    else if (accepted === topics.length)
      listenerStatus.update(channelId, 'connected', kickMessages.eventKinds.of(counts))
    else listenerStatus.update(channelId, accepted === 0 ? 'failed' : 'limited', partialText(counts, refused))
  }

  /** Stores the result in the listener status, errors included. */
  async function check(account: PlatformAccount, signal: AbortSignal): Promise<void> {
    try {
      await ensure(account, signal)
    } catch (error) {
      const { state, message, missing = [] } = endingOf(error, kickMessages.checkFailed.of())
      listenerStatus.update(account.channelId, state, message, { missing })
      throw error
    }
  }

  return {
    check,

    listen(account: PlatformAccount): () => void {
      const { channelId } = account
      const stopped = new AbortController()
      let timer: NodeJS.Timeout | undefined
      listenerStatus.begin(channelId, kickMessages.checking.of())
      const connection = createConnection({
        clock,
        timings: { firstRetryMs: retryMs, longestRetryMs: checkEveryMs },
        connect: () => void round(),
        // A successful check has reported its result itself.
        report: ({ state, message, ...more }) =>
          state === 'connected' || listenerStatus.update(channelId, state, message, more),
      })

      async function round(): Promise<void> {
        clearTimeout(timer)
        try {
          await check(account, AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]))
          if (stopped.signal.aborted) return
          connection.up(noText)
          timer = setTimeout(() => void round(), checkEveryMs).unref()
        } catch (error) {
          if (stopped.signal.aborted) return
          log.warn('could not check the event subscriptions of Kick', { channelId, error })
          connection.down(endingOf(error, kickMessages.checkFailed.of()))
        }
      }

      connection.start(kickMessages.checking.of())
      return () => {
        stopped.abort()
        connection.close()
        clearTimeout(timer)
        listenerStatus.end(channelId)
      }
    },
  }
}

function partialText(counts: { count: number; total: number }, refused: readonly RefusedTopic[]): Text {
  const topics = refused.map(({ topic }) => topic).join(', ')
  return kickMessages.eventKindsRefused.of({ ...counts, topics, reason: refused[0]?.reason ?? '' })
}
