import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { type KickEndpoint, ok, refuse } from './kick-api.ts'

interface Subscription {
  readonly id: string
  readonly event: string
  readonly broadcasterId: number
  readonly createdAt: string
}

const known = new Set([
  'chat.message.sent',
  'channel.followed',
  'channel.subscription.new',
  'channel.subscription.renewal',
  'channel.subscription.gifts',
  'channel.reward.redemption.updated',
  'livestream.status.updated',
  'livestream.metadata.updated',
  'moderation.banned',
  'kicks.gifted',
  'channel.reward.redemption.updated',
])

export interface KickDelivery {
  readonly headers: Record<string, string>
  readonly body: string
}

let madeKey: { readonly publicPem: string; readonly privateKey: KeyObject } | undefined

/** The same for every Kick of a process, as there is one Kick: to make a key of this kind takes a tenth of a second and more. */
function signingKey() {
  if (madeKey !== undefined) return madeKey
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  madeKey = { publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey }
  return madeKey
}

/**
 * Which events an app is subscribed to, and their delivery: signed, over HTTP, to the one address the operator has entered.
 * Headers and signature are those of the genuine delivery in the tests of KickLib; the payloads are written by us.
 */
export function createKickWebhooks(address: () => string) {
  const { publicPem, privateKey } = signingKey()
  let subscriptions: Subscription[] = []
  let refused: ReadonlyMap<string, string> = new Map()
  let hidden: string | undefined
  let queue = Promise.resolve()
  const answers: { event: string; status: number }[] = []

  function rowOf({ id, event, broadcasterId, createdAt }: Subscription) {
    const times = { created_at: createdAt, updated_at: createdAt }
    return { id, app_id: 'app', broadcaster_user_id: broadcasterId, event, version: 1, method: 'webhook', ...times }
  }

  function subscribe(event: { name?: unknown; version?: unknown }, broadcasterId: number) {
    const { name, version } = event
    if (typeof name !== 'string' || !known.has(name) || version !== 1) return { name, version, error: 'unknown event' }
    const error = refused.get(name)
    if (error !== undefined) return { name, version, error }
    const id = ulid()
    subscriptions.push({ id, event: name, broadcasterId, createdAt: new Date().toISOString() })
    return { name, version, subscription_id: id }
  }

  const endpoints: Record<string, KickEndpoint> = {
    'GET /public/v1/events/subscriptions': {
      query: ['broadcaster_user_id'],
      scope: 'events:subscribe',
      handle({ query, grant }) {
        const id = grant.userId ?? Number(query.get('broadcaster_user_id'))
        const listed = subscriptions.filter(({ broadcasterId, event }) => broadcasterId === id && event !== hidden)
        return ok(listed.map(rowOf))
      },
    },
    'POST /public/v1/events/subscriptions': {
      body: ['broadcaster_user_id', 'events', 'method'],
      scope: 'events:subscribe',
      handle({ body, grant }) {
        if (body.method !== 'webhook' || !Array.isArray(body.events)) return refuse(400, 'Invalid request')
        const broadcasterId = grant.userId ?? body.broadcaster_user_id
        return ok(body.events.map((event: object) => subscribe(event, broadcasterId)))
      },
    },
    'DELETE /public/v1/events/subscriptions': {
      query: ['id'],
      scope: 'events:subscribe',
      handle({ query }) {
        const ids = query.getAll('id')
        subscriptions = subscriptions.filter(({ id }) => !ids.includes(id))
        return { status: 204 }
      },
    },
  }

  /** A delivery as it goes over the wire. */
  function make(event: string, payload: object | string, more: { id?: string; at?: string } = {}): KickDelivery {
    const { id = ulid(), at = new Date().toISOString() } = more
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const signature = sign('RSA-SHA256', Buffer.from(`${id}.${at}.${body}`), privateKey).toString('base64')
    const ours = subscriptions.find((one) => one.event === event) ?? subscriptions[0]
    return {
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Go-http-client/2.0',
        'Kick-Event-Message-Id': id,
        'Kick-Event-Subscription-Id': ours?.id ?? ulid(),
        'Kick-Event-Signature': signature,
        'Kick-Event-Message-Timestamp': at,
        'Kick-Event-Type': event,
        'Kick-Event-Version': '1',
      },
    }
  }

  async function post({ headers, body }: KickDelivery): Promise<number> {
    const response = await fetch(address(), { method: 'POST', headers, body })
    await response.arrayBuffer()
    answers.push({ event: headers['Kick-Event-Type'] ?? '', status: response.status })
    return response.status
  }

  return {
    endpoints,
    publicPem,
    make,
    post,
    /** How each delivery was taken. */
    answers,

    get topics(): string[] {
      return subscriptions.map(({ event }) => event)
    },

    /** In order, one after the other; nothing is sent that nobody asked for. */
    tell(event: string, payload: object, { times = 1 } = {}): Promise<void> {
      if (!subscriptions.some((one) => one.event === event)) return queue
      const delivery = make(event, payload)
      for (let count = 0; count < times; count++) {
        queue = queue
          .then(() => post(delivery))
          .then(
            () => undefined,
            () => undefined,
          )
      }
      return queue
    },

    /** As after a day of deliveries that failed. */
    drop(event?: string): void {
      subscriptions = event === undefined ? [] : subscriptions.filter((one) => one.event !== event)
    },

    /** The list leaves out this topic. */
    hide(event?: string): void {
      hidden = event
    },

    /** These are not taken, with the reason. */
    refuse(reasons: Readonly<Record<string, string>>): void {
      refused = new Map(Object.entries(reasons))
    },
  }
}

function ulid(): string {
  return `01${randomBytes(12).toString('hex').toUpperCase()}`
}
