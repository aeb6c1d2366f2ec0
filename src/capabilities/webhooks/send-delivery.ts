import type { Clock } from '../../kernel/ambient.ts'
import { createShares } from '../../kernel/limits/shares.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Outgoing } from '../../platforms/calls/outgoing.ts'
import { testEventType } from './contract/webhooks.ts'
import { webhookErrors as messages } from './messages.ts'
import { signatureHeaders } from './signature.ts'
import type { Webhook } from './webhook-rows.ts'

/** What became of one attempt. */
export interface Attempt {
  readonly isDelivered: boolean
  /** Of the answer; null without one. */
  readonly status: number | null
  readonly error: Text | null
}

/** Of all webhooks, so that many slow servers use up neither memory nor open files. */
const places = 200

export type SendDelivery = ReturnType<typeof createSendDelivery>

/** Posts an envelope to a webhook, signed. Never throws: a failure is a result that is stored. */
export function createSendDelivery({ clock, outgoing }: { clock: Clock; outgoing: () => Promise<Outgoing> }) {
  const shares = createShares({ places })

  /** Undefined when it was stopped: nobody knows whether it arrived. */
  async function send(webhook: Webhook, message: Message, stop?: AbortSignal): Promise<Attempt | undefined> {
    const place = shares.placeOf({ channelId: webhook.channelId, lane: webhook.id })
    await place.enter()
    try {
      return await post(webhook, message, stop)
    } finally {
      place.leave()
    }
  }

  async function post(webhook: Webhook, message: Message, stop?: AbortSignal): Promise<Attempt | undefined> {
    const now = clock.now()
    const { url, secret, previousSecret, previousUntil } = webhook
    if (secret === undefined) return { isDelivered: false, status: null, error: messages.unreadableSecret.of() }
    const isOldValid = previousSecret !== undefined && previousUntil !== null && previousUntil > now
    const secrets = isOldValid ? [secret, previousSecret] : [secret]
    const headers = { 'Content-Type': 'application/json', ...signatureHeaders(message, secrets, now) }
    try {
      const request = { method: 'POST', url, headers, body: message.body, readsAnswer: false } as const
      const { host, status } = await (await outgoing()).send(request, stop)
      const isDelivered = status >= 200 && status < 300
      return { isDelivered, status, error: isDelivered ? null : messages.answered.of({ host, status }) }
    } catch (error) {
      if (stop?.aborted) return undefined
      if (!(error instanceof Failure)) throw error
      return { isDelivered: false, status: null, error: error.text }
    }
  }

  return {
    send,

    /** An event of its own type, so that a receiver can tell it from everything else. */
    async sendTest(webhook: Webhook, isTestChannel: boolean, id: string): Promise<Attempt> {
      const body = JSON.stringify({
        id,
        type: testEventType,
        platform: null,
        created_at: new Date(clock.now()).toISOString(),
        is_test: true,
        data: { webhook_id: webhook.id, is_test_channel: isTestChannel },
      })
      const attempt = await send(webhook, { id, body })
      return attempt ?? { isDelivered: false, status: null, error: null }
    },
  }
}

interface Message {
  /** The id of the event. */
  readonly id: string
  readonly body: string
}
