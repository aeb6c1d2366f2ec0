import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { Envelopes } from '../published-events/envelope.ts'
import { isWanted } from '../published-events/event-filter.ts'
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts'
import type { SendDelivery } from './send-delivery.ts'
import type { WebhookRows } from './webhook-rows.ts'

/** A message of another node may be lost, and time may be set: everything is read again at least this often. */
const maxWaitMs = 5_000

export type Deliverer = ReturnType<typeof createDeliverer>

/**
 * Delivers events to webhooks, on the node that runs the jobs. Each webhook has a queue of its own, so that one whose
 * server is slow or away delays no other.
 */
export function createDeliverer(needs: {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  events: Events
  channels: Channels
  rows: WebhookRows
  envelopes: Envelopes
  sending: SendDelivery
  chance: () => number
}) {
  const { bus, log, rows } = needs
  /** By channel, then by webhook. */
  const queues = new Map<number, Map<string, DeliveryQueue>>()
  let isStarted = false
  let isStale = false
  let reading: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stops: (() => void)[] = []

  /** Opens a queue for each active webhook, and closes those of webhooks that are gone. Of one channel, or of all. */
  async function readWebhooks(only?: number): Promise<void> {
    if (only === undefined) isStale = false
    const active = await rows.listActive(only)
    if (!isStarted) return
    const known = new Set(active.map(({ channelId, id }) => `${channelId} ${id}`))
    for (const [channelId, ofChannel] of queues) {
      if (only !== undefined && channelId !== only) continue
      for (const [id, queue] of ofChannel) {
        if (known.has(`${channelId} ${id}`)) continue
        ofChannel.delete(id)
        void queue.close()
      }
      if (ofChannel.size === 0) queues.delete(channelId)
    }
    for (const webhook of active) {
      const ofChannel = queues.get(webhook.channelId) ?? new Map<string, DeliveryQueue>()
      queues.set(webhook.channelId, ofChannel)
      const queue = ofChannel.get(webhook.id)
      if (queue === undefined)
        ofChannel.set(webhook.id, createDeliveryQueue({ ...needs, webhook, isWanted, changesRead }))
      else queue.update(webhook)
    }
  }

  function refresh(only?: number): void {
    if (isStale) return
    if (only === undefined) isStale = true
    reading = reading
      .then(() => readWebhooks(only))
      .catch((error: unknown) => log.error('webhooks could not be read', { error }))
  }

  const changesRead = (): Promise<void> => reading

  function wakeQueuesOf(channelId: number): void {
    for (const queue of queues.get(channelId)?.values() ?? []) queue.wake()
  }

  function wakeAll(): void {
    refresh()
    for (const channelId of queues.keys()) wakeQueuesOf(channelId)
  }

  return {
    /** Reads again what is due, as it does by itself every few seconds. */
    wakeAll,

    async start(): Promise<void> {
      isStarted = true
      stops = [
        bus.subscribe('webhooks-changed', ({ channelId }) => refresh(channelId)),
        bus.subscribe('event', ({ channelId }) => wakeQueuesOf(channelId)),
        bus.subscribe('missed-messages', wakeAll),
      ]
      timer = setInterval(wakeAll, maxWaitMs).unref()
      refresh()
      await reading
    },

    /** Attempts under way are finished; whoever runs the jobs next continues with the rows. */
    async stop(): Promise<void> {
      isStarted = false
      clearInterval(timer)
      for (const stop of stops) stop()
      await reading
      const open = [...queues.values()].flatMap((ofChannel) => [...ofChannel.values()])
      queues.clear()
      await Promise.all(open.map((queue) => queue.close()))
    },
  }
}
