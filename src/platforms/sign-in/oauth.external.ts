import type { HttpAnswer } from '../calls/http-exchange.ts'
import { asObject, type JsonObject, numberIn, textIn } from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import type { Grant } from './grant.ts'

/** Requests and answers of OAuth 2.0 (RFC 6749, 7009, 7636), and how the services' errors differ. */

export interface ClientCredentials {
  readonly clientId: string
  /** Absent for a public client, such as an installed app, which cannot keep a secret. */
  readonly clientSecret?: string | undefined
}

export function authorizeQuery(wanted: {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
  readonly challenge: string | undefined
}): Record<string, string> {
  const { clientId, redirectUri, scopes, state, challenge } = wanted
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    ...(challenge !== undefined && { code_challenge: challenge, code_challenge_method: 'S256' }),
  }
}

export function codeForm(code: string, redirectUri: string, verifier: string | undefined): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(verifier !== undefined && { code_verifier: verifier }),
  }
}

export function refreshForm(refreshToken: string): Record<string, string> {
  return { grant_type: 'refresh_token', refresh_token: refreshToken }
}

export function revokeForm(token: string, others: Readonly<Record<string, string>>): Record<string, string> {
  return { token, ...others }
}

export function credentialsForm({ clientId, clientSecret }: ClientCredentials): Record<string, string> {
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
}

export function credentialsHeader({ clientId, clientSecret }: ClientCredentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')}`
}

export function grantIn(body: unknown, now: number): Grant {
  const row = asObject(body)
  return {
    accessToken: textIn(row, 'access_token'),
    refreshToken: row.refresh_token === undefined ? undefined : textIn(row, 'refresh_token'),
    expiresAt: row.expires_in === undefined ? null : now + numberIn(row, 'expires_in') * 1000,
    scopes: scopesIn(row),
  }
}

/** The standard sends one string, Twitch an array. */
function scopesIn({ scope }: JsonObject): readonly string[] | undefined {
  if (Array.isArray(scope)) return scope.map(String)
  return typeof scope === 'string' ? scope.split(' ').filter((word) => word !== '') : undefined
}

/**
 * Whether the service rejected the refresh token. Wrong client credentials are not an error of the account: the standard
 * has a code for them, and Twitch a message.
 */
export function isGrantRefused({ status, body }: HttpAnswer): boolean {
  if (status !== 400 && status !== 401) return false
  const code = typeof body === 'object' && body !== null ? (body as JsonObject).error : undefined
  return code === 'invalid_grant' || !/client/i.test(`${typeof code === 'string' ? code : ''} ${reasonIn(body)}`)
}
