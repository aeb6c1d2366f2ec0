import { asObject, type JsonObject, numberIn, objectIn, textIn } from '../calls/json-fields.ts'

/** The events that the bot asks for: servers with their channels and roles, and who is in which voice channel. */
const guilds = 1 << 0
const voiceStates = 1 << 7
const messages = 1 << 9
/** A privileged intent, which the owner of the bot turns on at Discord. */
const messageContent = 1 << 15

export function intentsFor({ readsMessages }: { readonly readsMessages: boolean }): number {
  return guilds | voiceStates | (readsMessages ? messages | messageContent : 0)
}

/** Close codes after which a new attempt would be refused in the same way. */
export const closeCodes = { tokenRefused: 4004, intentsRefused: 4014 } as const
const finalCodes: ReadonlySet<number> = new Set([4004, 4010, 4011, 4012, 4013, 4014])
/** Close codes after which the session cannot be resumed. 1000 and 1001 are our own polite closings. */
const sessionEndingCodes: ReadonlySet<number> = new Set([1000, 1001, 4007, 4009])

export const isFinal = (code: number) => finalCodes.has(code)
export const endsSession = (code: number) => sessionEndingCodes.has(code)

export interface GatewayInfo {
  readonly url: string
  readonly remaining: number
  readonly resetMs: number
}

/** The answer of `GET /gateway/bot`. */
export function gatewayInfoIn(body: unknown): GatewayInfo {
  const row = asObject(body)
  const limit = objectIn(row, 'session_start_limit')
  return { url: textIn(row, 'url'), remaining: numberIn(limit, 'remaining'), resetMs: numberIn(limit, 'reset_after') }
}

export type GatewayFrame =
  | { readonly kind: 'dispatch'; readonly type: string; readonly sequence: number; readonly data: unknown }
  | { readonly kind: 'hello'; readonly heartbeatMs: number }
  | { readonly kind: 'heartbeat-wanted' }
  | { readonly kind: 'heartbeat-ack' }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'invalid-session'; readonly isResumable: boolean }
  | { readonly kind: 'other' }

export function parseGatewayFrame(text: string): GatewayFrame {
  const frame = asObject(JSON.parse(text))
  switch (frame.op) {
    case 0:
      return { kind: 'dispatch', type: textIn(frame, 't'), sequence: numberIn(frame, 's'), data: frame.d }
    case 1:
      return { kind: 'heartbeat-wanted' }
    case 7:
      return { kind: 'reconnect' }
    case 9:
      return { kind: 'invalid-session', isResumable: frame.d === true }
    case 10:
      return { kind: 'hello', heartbeatMs: numberIn(objectIn(frame, 'd'), 'heartbeat_interval') }
    case 11:
      return { kind: 'heartbeat-ack' }
    default:
      return { kind: 'other' }
  }
}

export interface GatewaySession {
  readonly id: string
  readonly url: string
  readonly applicationId: string
  readonly bot: { readonly id: string; readonly name: string }
  /** Servers that the bot is on; each is described by an event of its own. */
  readonly guildIds: readonly string[]
}

export function readyIn(data: unknown): GatewaySession {
  const row = asObject(data)
  const user = objectIn(row, 'user')
  return {
    id: textIn(row, 'session_id'),
    url: textIn(row, 'resume_gateway_url'),
    applicationId: textIn(objectIn(row, 'application'), 'id'),
    bot: { id: textIn(user, 'id'), name: textIn(user, 'username') },
    guildIds: listOf(row.guilds).map((guild) => textIn(guild, 'id')),
  }
}

export function heartbeatFrame(sequence: number | null): string {
  return JSON.stringify({ op: 1, d: sequence })
}

export function identifyFrame(token: string, intents: number): string {
  const properties = { os: process.platform, browser: 'showcaller', device: 'showcaller' }
  return JSON.stringify({ op: 2, d: { token, intents, properties } })
}

export function resumeFrame(token: string, sessionId: string, sequence: number): string {
  return JSON.stringify({ op: 6, d: { token, session_id: sessionId, seq: sequence } })
}

/** With the version and the encoding that this server reads. */
export function gatewayAddress(url: string): string {
  const address = new URL(url)
  address.searchParams.set('v', '10')
  address.searchParams.set('encoding', 'json')
  return address.href
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : []
}
