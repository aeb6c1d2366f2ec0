import { createEnvelopes } from '../capabilities/published-events/envelope.ts'
import { boolean, nullable, object, oneOf, type Schema, text } from '../kernel/schema/schema.ts'
import { platformWords } from '../platforms/contract/platforms.ts'
import type { Names } from '../registry/names.ts'
import type { PublishedEvent } from '../registry/published-events.ts'
import { describedData } from './event-descriptions.ts'
import { defaultServerUrl } from './openapi.ts'
import { keyDescription } from './openapi-parts.ts'

type Json = Readonly<Record<string, unknown>>

/** The event that examples show, in the log of the first channel. */
const exampleSeq = 4711
const exampleTime = Date.UTC(2026, 10, 15, 20)

const description = `Events of a channel, as they happen. Every carrier sends the same envelope.

\`GET /v1/events\` is a stream of server-sent events. \`/v1/events/socket\` is a WebSocket that also takes calls of
operations. Webhooks post each event to an address of yours, signed as Standard Webhooks defines it. A key needs the
scope \`events:read\` and, for each type, the scope that reads the same data elsewhere.`

/** Creates the AsyncAPI 3.0 document from the published events, with the schemas that they are checked against. */
export function createAsyncApi(needs: {
  published: readonly PublishedEvent[]
  names: Names
  version: string
  serverUrl?: string | undefined
}): Json {
  const { published, names, version, serverUrl = defaultServerUrl } = needs
  const stored = published.filter(({ isStored }) => isStored)
  const { host, protocol } = new URL(serverUrl)
  const security = [{ $ref: '#/components/securitySchemes/apiKey' }]
  const isSecure = protocol === 'https:'
  return asPlainJson({
    asyncapi: '3.0.0',
    info: {
      title: 'Showcaller events',
      version,
      description,
      contact: { name: 'The Showcaller authors' },
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      http: { host, protocol: isSecure ? 'https' : 'http', description: 'This server.', security },
      socket: { host, protocol: isSecure ? 'wss' : 'ws', description: 'The same server, for WebSockets.', security },
    },
    channels: {
      stream: {
        address: '/v1/events',
        title: 'Event stream',
        description: streamDescription,
        servers: [{ $ref: '#/servers/http' }],
        messages: refsTo(published),
      },
      socket: {
        address: '/v1/events/socket',
        title: 'Event socket',
        description: socketDescription,
        servers: [{ $ref: '#/servers/socket' }],
        messages: {
          ...refsTo(published),
          key: { $ref: '#/components/messages/key' },
          call: { $ref: '#/components/messages/call' },
          answer: { $ref: '#/components/messages/answer' },
        },
      },
      webhook: {
        address: null,
        title: 'Webhook',
        description: webhookDescription,
        messages: refsTo(stored),
      },
    },
    operations: {
      sendToStream: sends('stream', 'Sends each event to the stream.', published),
      sendToSocket: sends('socket', 'Sends each event to the socket.', published),
      sendToWebhook: sends('webhook', 'Posts each event to a webhook.', stored),
      receiveKey: receives('key', 'Takes the key, if the handshake had none.'),
      receiveCall: {
        ...receives('call', 'Takes a call of an operation and answers it on the same socket.'),
        reply: { channel: { $ref: '#/channels/socket' }, messages: [{ $ref: '#/channels/socket/messages/answer' }] },
      },
    },
    components: {
      messages: {
        ...Object.fromEntries(published.map((event) => [event.type, messageOf(event, names)])),
        ...socketMessages,
      },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: keyDescription() } },
    },
  })
}

const streamDescription = `Server-sent events. \`types\` and \`platform\` in the query choose what is sent. The header
\`Last-Event-ID\` resumes after an event of the last 24 hours; if that is not possible, an event named \`gap\` says so.
Comments are heartbeats. An event named \`closed\` says why the server ends the stream.`

const socketDescription = `The key is in the \`Authorization\` header of the handshake or in the first message. Messages
without an event have the type \`ready\`, \`heartbeat\`, \`gap\` or \`closed\`.`

const webhookDescription = `A POST to the address of the webhook. The headers \`webhook-id\`, \`webhook-timestamp\` and
\`webhook-signature\` are those of Standard Webhooks; \`webhook-id\` is the id of the event.`

function refsTo(published: readonly PublishedEvent[]): Json {
  return Object.fromEntries(published.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]))
}

function sends(channel: string, summary: string, published: readonly PublishedEvent[]): Json {
  return {
    action: 'send',
    summary,
    channel: { $ref: `#/channels/${channel}` },
    messages: published.map(({ type }) => ({ $ref: `#/channels/${channel}/messages/${type}` })),
  }
}

function receives(message: string, summary: string): Json {
  return {
    action: 'receive',
    summary,
    channel: { $ref: '#/channels/socket' },
    messages: [{ $ref: `#/channels/socket/messages/${message}` }],
  }
}

/** The schema of the whole envelope of a type, in the chosen names. */
export function envelopeSchema(event: PublishedEvent, names: Names): Schema {
  const { type, platform } = event
  const word = oneOf(platformWords)
  return names.schema(
    object({
      id: text({ description: 'Sorts in the order of the history of the channel, and resumes a stream.' }),
      type: oneOf([type]),
      platform:
        platform === 'always'
          ? word
          : platform === 'sometimes'
            ? nullable(word)
            : { type: 'null', description: 'None.' },
      created_at: { ...text({ description: 'ISO 8601 with milliseconds.' }), format: 'date-time' },
      is_test: boolean({ description: 'Whether it happened on the test channel, or was sent as a test.' }),
      data: describedData(event),
    }),
  )
}

/** One such event, as it is sent. */
export function envelopeExample(event: PublishedEvent, names: Names): Json {
  const envelopes = createEnvelopes({ published: [event], names })
  const channel = { id: 1, name: '', timeZone: 'UTC', isTestChannel: false, ownerId: 1 }
  return JSON.parse(envelopes.ofExample(channel, event, exampleSeq, exampleTime)) as Json
}

function messageOf(event: PublishedEvent, names: Names): Json {
  const { type, scope, isStored, title } = event
  const stored = isStored ? '' : ' It is not stored: no stream resumes after it, and webhooks do not deliver it.'
  return {
    name: type,
    title: title(),
    summary: `${event.sentence()}.`,
    description: `Needs the scope \`${scope}\` beside \`events:read\`.${stored}`,
    payload: envelopeSchema(event, names),
    examples: [{ name: type, payload: envelopeExample(event, names) }],
  }
}

const callId = { type: ['string', 'number'], description: 'Chosen by the client; the answer has the same.' }

const socketMessages: Json = {
  key: {
    name: 'key',
    title: 'Key',
    summary: 'The first message, within five seconds, if the handshake has no Authorization header.',
    payload: {
      type: 'object',
      properties: {
        key: { type: 'string' },
        types: { type: 'array', items: { type: 'string' } },
        platform: { type: 'string' },
        last_event_id: { type: 'string' },
      },
      required: ['key'],
    },
  },
  call: {
    name: 'call',
    title: 'Call',
    summary: 'Calls an operation of the API with the rights and limits of the key.',
    payload: {
      type: 'object',
      properties: {
        id: callId,
        operation: { type: 'string' },
        input: { type: 'object', additionalProperties: true },
        idempotency_key: { type: 'string' },
      },
      required: ['id', 'operation'],
    },
    examples: [{ name: 'call', payload: { id: 1, operation: 'start-song', input: {} } }],
  },
  answer: {
    name: 'answer',
    title: 'Answer',
    summary: 'What POST /v1/<operation> would answer. Answers come in the order in which the calls finish.',
    payload: {
      type: 'object',
      properties: {
        id: callId,
        status: { type: 'integer' },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        body: { type: 'object', additionalProperties: true },
      },
      required: ['id', 'status', 'headers', 'body'],
    },
    examples: [{ name: 'answer', payload: { id: 1, status: 200, headers: {}, body: { success: true } } }],
  },
}

/** Drops what stands behind symbols, and what is undefined. */
function asPlainJson(document: Json): Json {
  return JSON.parse(JSON.stringify(document)) as Json
}
