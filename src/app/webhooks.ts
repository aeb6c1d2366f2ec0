import { createEnvelopes } from '../capabilities/published-events/envelope.ts'
import { createDeliverer } from '../capabilities/webhooks/deliverer.ts'
import { createSendDelivery } from '../capabilities/webhooks/send-delivery.ts'
import { createWebhookRows } from '../capabilities/webhooks/webhook-rows.ts'
import { createWebhooks } from '../capabilities/webhooks/webhooks.ts'
import { loadOnce } from '../kernel/load-once.ts'
import { publishedEvents } from '../registry/published-events.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'

/** Receivers do their work before they answer, so they get more time than other calls. */
const receiverTimeoutMs = 15_000

export type WebhookParts = ReturnType<typeof openWebhooks>

/** Events as they leave the server, and webhooks, which send them to other servers. */
export function openWebhooks(needs: NodeParts & ChannelParts) {
  const { config, overrides, db, clock, ids, bus, log, names, secret, events, channels } = needs
  const outgoing = loadOnce(async () => {
    const { createOutgoing } = await import('../platforms/calls/outgoing.ts')
    return createOutgoing({ allow: config.outgoingAllow, timeoutMs: receiverTimeoutMs })
  })
  const envelopes = createEnvelopes({ published: publishedEvents, names })
  const rows = createWebhookRows({ db, secret })
  const sending = createSendDelivery({ clock, outgoing })
  const chance = overrides.chance ?? Math.random
  return {
    envelopes,
    webhooks: createWebhooks({ db, clock, ids, bus, events, rows, outgoing }),
    sendWebhookTest: sending.sendTest,
    webhookDeliverer: createDeliverer({ db, clock, bus, log, events, channels, rows, envelopes, sending, chance }),
  }
}
