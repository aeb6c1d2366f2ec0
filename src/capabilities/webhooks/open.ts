import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { OpenOutgoing } from '../../platforms/calls/outgoing.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { Envelopes } from '../published-events/envelope.ts'
import { createDeliverer } from './deliverer.ts'
import { createSendDelivery } from './send-delivery.ts'
import { createWebhookRows } from './webhook-rows.ts'
import { createWebhooks } from './webhooks.ts'

/** Receivers do their work before they answer, so they get more time than other calls. */
const receiverTimeoutMs = 15_000

export type WebhookParts = ReturnType<typeof openWebhooks>

/** Webhooks, which send events to other servers. */
export function openWebhooks(needs: {
  db: Database
  clock: Clock
  ids: Ids
  bus: Bus
  log: Log
  chance: () => number
  secret: () => string
  openOutgoing: OpenOutgoing
  channels: Channels
  events: Events
  envelopes: Envelopes
}) {
  const outgoing = loadOnce(() => needs.openOutgoing({ timeoutMs: receiverTimeoutMs }))
  const rows = createWebhookRows(needs)
  const sending = createSendDelivery({ ...needs, outgoing })
  return {
    webhooks: createWebhooks({ ...needs, rows, outgoing }),
    sendWebhookTest: sending.sendTest,
    webhookDeliverer: createDeliverer({ ...needs, rows, sending }),
  }
}
