import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { backoffMs } from '../calls/backoff.ts'
import type { AccountOwner } from '../services/services.ts'
import { PermissionMissing } from '../sign-in/account-failures.ts'
import type { Subscribed } from './event-socket.ts'
import { type TwitchTopic, topicsOf } from './events.external.ts'
import type { Helix } from './helix.external.ts'
import { twitchMessages } from './messages.ts'

/** The first subscription is due within ten seconds. The others follow one by one. */
const subscribeMs = 60_000
/** After so many failures in a row it is not the topic but Twitch that does not answer. */
const failuresToStop = 3
const defaultTimings = { firstRetryMs: 5_000, longestRetryMs: 10 * 60_000 }

export type TopicSubscriptions = ReturnType<typeof createTopicSubscriptions>

/**
 * The EventSub subscriptions of one session. A topic that Twitch cannot subscribe to now is tried again by itself, with
 * exponential backoff; the session and the other topics go on.
 */
export function createTopicSubscriptions(needs: {
  log: Log
  helix: Helix
  channelId: number
  broadcaster: AccountOwner
  accountId: string
  stopped: AbortSignal
  /** Called when a topic was subscribed to later than the others. */
  onChange: (now: Subscribed) => void
  timings?: typeof defaultTimings | undefined
}) {
  const { log, helix, channelId, broadcaster, accountId, stopped, onChange, timings = defaultTimings } = needs
  const topics = topicsOf(accountId)
  /** By type. Twitch has one type for raids in both directions. */
  let subscribed: string[] = []
  let missing: ReadonlySet<string> = new Set()
  let postponed: readonly TwitchTopic[] = []
  let session = ''
  let retry: NodeJS.Timeout | undefined

  /** Tries each topic until Twitch seems to be away. */
  async function subscribe(wanted: readonly TwitchTopic[]) {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(subscribeMs)])
    const outcome = {
      accepted: [] as string[],
      refusals: [] as Failure[],
      later: [] as TwitchTopic[],
      lastFailure: undefined as Failure | undefined,
    }
    let failures = 0
    // Sequentially: if Twitch is unavailable, the remaining calls are not made.
    for (const topic of wanted) {
      if (failures >= failuresToStop) {
        outcome.later.push(topic)
        continue
      }
      try {
        await helix.subscribe(broadcaster, topic, session, signal)
        outcome.accepted.push(topic.type)
        failures = 0
      } catch (error) {
        stopped.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        const isForNow = error.code === 'platform_unavailable'
        if (isForNow) {
          failures++
          outcome.later.push(topic)
          outcome.lastFailure = error
        } else outcome.refusals.push(error)
        log.warn('Twitch refused an event subscription', {
          channelId,
          topic: topic.type,
          reason: error.message,
          isForNow,
        })
      }
    }
    return outcome
  }

  function now(): Subscribed {
    const total = topics.length
    const count = subscribed.length
    const state = missing.size > 0 ? 'missing_permission' : count === total ? 'connected' : 'limited'
    return { state, message: twitchMessages.eventKinds.of({ count, total }), missing: [...missing] }
  }

  function retryLater(failures: number): void {
    clearTimeout(retry)
    if (postponed.length === 0 || stopped.aborted) return
    const work = () => {
      retryNow(failures).catch((error: unknown) => {
        if (stopped.aborted) return
        log.warn('could not subscribe to the events of Twitch', { channelId, error })
        retryLater(failures + 1)
      })
    }
    retry = setTimeout(work, backoffMs(failures, timings)).unref()
  }

  async function retryNow(failures: number): Promise<void> {
    const of = session
    const { accepted, refusals, later } = await subscribe(postponed)
    if (session !== of) return
    postponed = later
    subscribed = [...subscribed, ...accepted]
    missing = new Set([...missing, ...scopesIn(refusals)])
    if (accepted.length > 0 || refusals.length > 0) onChange(now())
    retryLater(failures + 1)
  }

  return {
    now,

    get count(): number {
      return subscribed.length
    },

    has: (type: string): boolean => subscribed.includes(type),

    /** Throws if none was accepted. */
    async begin(sessionId: string): Promise<Subscribed> {
      clearTimeout(retry)
      session = sessionId
      const { accepted, refusals, later, lastFailure } = await subscribe(topics)
      subscribed = accepted
      missing = new Set(scopesIn(refusals))
      postponed = later
      const failure = lastFailure ?? refusals[0]
      if (accepted.length === 0 && failure !== undefined) throw failure
      retryLater(0)
      return now()
    },

    /** The session goes on under another id. */
    move(sessionId: string): void {
      session = sessionId
      retryLater(0)
    },

    revoke(type: string): void {
      subscribed = subscribed.toSpliced(subscribed.indexOf(type), subscribed.includes(type) ? 1 : 0)
    },

    close: () => clearTimeout(retry),
  }
}

function scopesIn(refusals: readonly Failure[]): string[] {
  return refusals.flatMap((error) => (error instanceof PermissionMissing ? error.scopes : []))
}
