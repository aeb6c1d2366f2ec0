import type { Clock } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import type { Log } from '../../log.ts'
import type { Webhook } from '../connected-service.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { OwnLines } from '../own-lines.ts'
import type { PlatformEvent, PlatformFeed } from '../platform.ts'
import type { Tokens } from '../tokens.ts'
import type { Deliveries } from './deliveries.ts'
import { type Delivery, deliveryIn, isSigned } from './delivery.external.ts'
import { broadcasterIn, eventsIn, momentIn } from './events.external.ts'
import type { KickKey } from './public-key.ts'

/** How far its clock and ours may be apart, and how long a delivery may be on its way. */
const maxSkewMs = 5 * 60_000
/** Kick has been known to tell of chat hours later; nobody waits for an answer then. */
const maxChatAgeMs = 10 * 60_000
const idShape = /^[\w-]{1,100}$/

export interface WebhookNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly tokens: Tokens
  readonly key: KickKey
  readonly deliveries: Deliveries
  readonly listenerStatus: ListenerStatus
  readonly ownLines: OwnLines
  readonly feed: PlatformFeed
}

/** What Kick calls us with: checked against its key, its time and what came before, then into the feed. */
export function createKickWebhook(path: string, needs: WebhookNeeds): Webhook {
  const { clock, log, tokens, key, deliveries, listenerStatus, ownLines, feed } = needs
  /** The account of the app's own bot, once one of its lines was heard. */
  const appBots = new Map<number, string>()

  async function requireGenuine(delivery: Delivery): Promise<void> {
    const isGenuine =
      isSigned(delivery, await key.get()) || ((await key.askAgain()) && isSigned(delivery, await key.get()))
    if (!isGenuine) throw new Failure('invalid_signature', { message: 'The signature does not fit.' })
    const at = Date.parse(delivery.timestamp)
    if (!(Math.abs(clock.now() - at) <= maxSkewMs)) throw refusal('The delivery is too old, or from the future.')
    if (!idShape.test(delivery.id)) throw refusal('The id of the delivery is none.')
  }

  async function report(channelId: number, accountId: string, event: PlatformEvent): Promise<void> {
    const bot = await tokens.findAccount({ channelId, service: 'kick', role: 'bot' })
    const isBot = event.user.id === bot?.accountId
    const mayBeAppBot = bot === undefined && (appBots.get(channelId) ?? event.user.id) === event.user.id
    const isOurs = isBot || event.user.id === accountId || (mayBeAppBot && ownLines.hasAny(channelId))
    if (event.kind === 'chat' && isOurs && (await ownLines.include(channelId, event.id))) {
      if (!isBot && event.user.id !== accountId) appBots.set(channelId, event.user.id)
      return
    }
    await feed({ channelId, platform: 'kick' }, isBot ? { ...event, user: { ...event.user, isBot } } : event)
  }

  function eventsOf({ id, topic }: Delivery, body: unknown): PlatformEvent[] {
    const at = momentIn(body)
    const events = eventsIn(topic, body, { id, now: clock.now() })
    return at !== undefined && clock.now() - at > maxChatAgeMs ? events.filter(({ kind }) => kind !== 'chat') : events
  }

  return {
    path,

    async receive(headers, bytes) {
      const delivery = deliveryIn(headers, bytes)
      if (delivery === undefined) throw refusal('This is no delivery of Kick: its headers are missing.')
      await requireGenuine(delivery)
      let events: PlatformEvent[]
      let accountId: string | undefined
      try {
        const body: unknown = JSON.parse(String(bytes))
        accountId = broadcasterIn(body)
        events = eventsOf(delivery, body)
      } catch (error) {
        // Kick would send it again and again, and it would not get any better.
        log.warn('Kick sent an event that cannot be read', { topic: delivery.topic, error })
        return
      }
      if (accountId === undefined) return
      for (const channelId of await deliveries.channelsOf(accountId)) {
        listenerStatus.noteReceived(channelId)
        if (await deliveries.isKnown(channelId, delivery.id)) continue
        for (const event of events) await report(channelId, accountId, event)
        await deliveries.keep(channelId, delivery.id)
      }
    },
  }
}

function refusal(message: string): Failure {
  return new Failure('invalid_request', { message })
}
