import type { HttpAnswer } from '../calls/http-exchange.ts'
import { asObject, type JsonObject, numberIn, textIn } from '../calls/json-fields.ts'
import { reasonsIn } from '../calls/reason.external.ts'

/** Requests and answers of the device authorization grant (RFC 8628), and how Twitch differs: its scopes are `scopes`. */

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
const defaultIntervalSeconds = 5

export function deviceForm(clientId: string, scopes: readonly string[]): Record<string, string> {
  return { client_id: clientId, scopes: scopes.join(' ') }
}

export function deviceTokenForm(clientId: string, deviceCode: string, scopes: string): Record<string, string> {
  return { client_id: clientId, scopes, device_code: deviceCode, grant_type: grantType }
}

export interface IssuedCode {
  readonly deviceCode: string
  /** What the person enters, and where. */
  readonly userCode: string
  readonly address: string
  readonly intervalSeconds: number
  readonly lifeSeconds: number
}

export function issuedCodeIn(body: unknown): IssuedCode {
  const row = asObject(body)
  const address = textIn(row, 'verification_uri')
  // The panel shows it as a link.
  if (!['https:', 'http:'].includes(new URL(address).protocol)) throw new Error('verification_uri is not a web address')
  return {
    deviceCode: textIn(row, 'device_code'),
    userCode: textIn(row, 'user_code'),
    address,
    intervalSeconds: row.interval === undefined ? defaultIntervalSeconds : numberIn(row, 'interval'),
    lifeSeconds: numberIn(row, 'expires_in'),
  }
}

export type DeviceRefusal = 'pending' | 'slow_down' | 'denied' | 'expired' | 'refused'

/** The standard has codes in `error`; Twitch writes them into `message`, and has a sentence for a code that is over. */
export function deviceRefusalIn({ body }: HttpAnswer): DeviceRefusal {
  const { error, message } = (typeof body === 'object' && body !== null ? body : {}) as JsonObject
  const given = [error, message, ...reasonsIn(body)].filter((one) => typeof one === 'string').join(' ')
  if (/authorization_pending/i.test(given)) return 'pending'
  if (/slow_down/i.test(given)) return 'slow_down'
  if (/access_denied/i.test(given)) return 'denied'
  if (/expired_token|invalid device code/i.test(given)) return 'expired'
  return 'refused'
}
