import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformEvent } from '../platform.ts'
import type { IncomingWebhook } from '../services/connected-service.ts'
import { type Deliveries, maxDeliveryAgeMs } from './deliveries.ts'
import { deliveryIn, isSigned, type KickDelivery } from './delivery.external.ts'
import { broadcasterIn, eventsIn, momentIn, sameEventIn } from './events.external.ts'
import { kickMessages } from './messages.ts'
import type { KickKey } from './public-key.ts'
import type { KickReporter } from './reporter.ts'
import type { SubscriptionReports } from './subscription-reports.ts'

/** How far in the future a delivery may lie: the difference between two clocks. */
const maxSkewMs = 5 * 60_000
/** Kick may deliver hours late. The bot does not answer such messages, and the stream may have ended since. */
const maxChatAgeMs = 10 * 60_000
const idShape = /^[\w-]{1,100}$/

export interface WebhookNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly key: KickKey
  readonly deliveries: Deliveries
  readonly listenerStatus: ListenerStatus
  readonly report: KickReporter
  readonly subscriptionReports: SubscriptionReports
  /** Whether a subscription of this account is one of ours. */
  readonly isOurSubscription: (channelId: number, accountId: string, id: string) => Promise<boolean>
}

/** Receives Kick's webhooks: checks signature, time, id and subscription of each delivery, then passes its events to the feed. */
export function createKickWebhook(needs: WebhookNeeds): IncomingWebhook {
  const { clock, log, key, deliveries, listenerStatus, report, subscriptionReports, isOurSubscription } = needs

  async function requireGenuine(delivery: KickDelivery): Promise<void> {
    const isGenuine =
      isSigned(delivery, await key.get()) || ((await key.askAgain()) && isSigned(delivery, await key.get()))
    if (!isGenuine) throw new Failure('invalid_signature', { message: kickMessages.invalidSignature.of() })
    const ageMs = clock.now() - Date.parse(delivery.timestamp)
    // Kick repeats failed deliveries for a day. The ids of handled ones are kept longer, so that none counts twice.
    if (!(ageMs >= -maxSkewMs && ageMs <= maxDeliveryAgeMs)) throw refusal(kickMessages.outdatedDelivery.of())
    if (!idShape.test(delivery.id)) throw refusal(kickMessages.invalidDeliveryId.of())
  }

  function eventsOf({ id, topic, timestamp }: KickDelivery, body: unknown): PlatformEvent[] {
    const at = momentIn(body) ?? Date.parse(timestamp)
    const events = eventsIn(topic, body, { id, now: clock.now() })
    return clock.now() - at > maxChatAgeMs ? events.filter(({ kind }) => kind !== 'chat' && kind !== 'stream') : events
  }

  return {
    async receive(headers, bytes) {
      const delivery = deliveryIn(headers, bytes)
      if (delivery === undefined) throw refusal(kickMessages.missingHeaders.of())
      await requireGenuine(delivery)
      let events: PlatformEvent[]
      let accountId: string | undefined
      let same: string | undefined
      try {
        const body: unknown = JSON.parse(String(bytes))
        accountId = broadcasterIn(body)
        same = sameEventIn(delivery.topic, body)
        events = eventsOf(delivery, body)
      } catch (error) {
        // An error would make Kick send the same unreadable delivery again.
        log.warn('Kick sent an event that cannot be read', { topic: delivery.topic, error })
        return
      }
      if (accountId === undefined) return
      const channels = await deliveries.channelsOf(accountId)
      const [first] = channels
      if (first === undefined) return
      if (!(await isOurSubscription(first, accountId, delivery.subscriptionId)))
        throw new Failure('invalid_signature', { message: kickMessages.foreignSubscription.of() })
      for (const channelId of channels) {
        listenerStatus.noteReceived(channelId)
        if (await deliveries.isKnown(channelId, delivery.id)) continue
        if (same !== undefined && (await deliveries.isKnown(channelId, same))) continue
        for await (const event of subscriptionReports.noteAll(channelId, 'webhook', events)) {
          await report(channelId, accountId, event)
        }
        await deliveries.keep(channelId, delivery.id)
        if (same !== undefined) await deliveries.keep(channelId, same)
      }
    },
  }
}

function refusal(message: Text): Failure {
  return new Failure('invalid_request', { message })
}
