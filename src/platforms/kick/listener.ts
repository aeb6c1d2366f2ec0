import { Failure } from '../../contract/failures.ts'
import type { Log } from '../../log.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformAccount } from '../platform.ts'
import type { AccountOwner } from '../services.ts'
import { topics } from './events.external.ts'
import type { KickSubscriptions, RefusedTopic } from './subscriptions.external.ts'

const defaultCheckMs = 60 * 60_000
const defaultRetryMs = 30_000
const timeoutMs = 20_000

export interface KickListenerNeeds {
  readonly log: Log
  readonly listenerStatus: ListenerStatus
  readonly subscriptions: KickSubscriptions
  /** Why Kick cannot reach this server, where that is plain. */
  readonly unreachable: () => string | undefined
  readonly checkEveryMs?: number | undefined
  readonly retryMs?: number | undefined
}

export type KickListener = ReturnType<typeof createKickListener>

/** Sees to it that Kick tells us everything: asked for with every start, looked at every hour, and mended. */
export function createKickListener(needs: KickListenerNeeds) {
  const { log, listenerStatus, subscriptions, unreachable } = needs
  const checkEveryMs = needs.checkEveryMs ?? defaultCheckMs
  const retryMs = needs.retryMs ?? defaultRetryMs

  async function ensure({ channelId, accountId }: PlatformAccount, signal: AbortSignal): Promise<void> {
    const owner: AccountOwner = { channelId, service: 'kick', role: 'broadcaster' }
    const there = new Set((await subscriptions.list(owner, accountId, signal)).map(({ topic }) => topic))
    const missing = topics.filter((topic) => !there.has(topic))
    const refused = missing.length === 0 ? [] : await subscriptions.create(owner, missing, accountId, signal)
    for (const one of refused) log.warn('Kick does not tell of this', { channelId, ...one })
    const taken = topics.length - refused.length
    const message = `Kick tells of ${taken} of ${topics.length} kinds of events.`
    const problem = unreachable()
    if (problem !== undefined) listenerStatus.update(channelId, 'failed', problem)
    else if (taken === topics.length) listenerStatus.update(channelId, 'on', message)
    else listenerStatus.update(channelId, taken === 0 ? 'failed' : 'partly', `${message} ${reasons(refused)}`)
  }

  /** What was found stands in the state, trouble too. */
  async function check(account: PlatformAccount, signal: AbortSignal): Promise<void> {
    try {
      await ensure(account, signal)
    } catch (error) {
      const message = error instanceof Failure ? error.message : 'Kick could not be asked what it tells us.'
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
      listenerStatus.begin(channelId, 'Kick is being asked what it tells us.')

      async function round(): Promise<void> {
        let waitMs = checkEveryMs
        try {
          await check(account, AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]))
          failures = 0
        } catch (error) {
          if (stopped.signal.aborted) return
          log.warn('Kick could not be asked what it tells us', { channelId, error })
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

function reasons(refused: readonly RefusedTopic[]): string {
  const [first] = refused
  return first === undefined ? '' : `It refused ${refused.map(({ topic }) => topic).join(', ')}: ${first.reason}.`
}
