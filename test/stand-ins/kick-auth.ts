import { createHash, randomBytes } from 'node:crypto'
import type { StandInAnswer, StandInRequest } from './stand-in-server.ts'

export interface KickGrant {
  /** Undefined for the app itself. */
  readonly userId: number | undefined
  readonly scopes: readonly string[]
  isRevoked: boolean
}

interface Code {
  readonly grant: KickGrant
  readonly redirectUri: string
  readonly challenge: string
}

const accessSeconds = 7200
const appSeconds = 5_184_000
const allScopes = new Set([
  'user:read',
  'channel:read',
  'channel:write',
  'channel:rewards:read',
  'channel:rewards:write',
  'chat:write',
  'streamkey:read',
  'events:subscribe',
  'moderation:ban',
  'moderation:chat_message:manage',
  'kicks:read',
])

/** `id.kick.com`: consent with PKCE, codes, tokens of accounts and of the app. Refresh tokens rotate. */
export function createKickAuth(app: { clientId: string; clientSecret: string; redirectUri: () => string }) {
  const codes = new Map<string, Code>()
  const access = new Map<string, { readonly grant: KickGrant; expiresAt: number }>()
  const refresh = new Map<string, KickGrant>()
  const secrets: string[] = []
  let renewals = 0
  let isRefusing = false

  function secret(): string {
    const made = randomBytes(24).toString('base64url')
    secrets.push(made)
    return made
  }

  function accessFor(grant: KickGrant, seconds: number) {
    const token = secret()
    access.set(token, { grant, expiresAt: Date.now() + seconds * 1000 })
    return { access_token: token, token_type: 'Bearer', expires_in: seconds }
  }

  function tokensFor(grant: KickGrant): StandInAnswer {
    const refreshToken = secret()
    refresh.set(refreshToken, grant)
    const body = { ...accessFor(grant, accessSeconds), refresh_token: refreshToken, scope: grant.scopes.join(' ') }
    return { status: 200, body }
  }

  function findGrant(token: string): KickGrant | undefined {
    const found = access.get(token)
    return found === undefined || found.expiresAt <= Date.now() || found.grant.isRevoked ? undefined : found.grant
  }

  const fields: Readonly<Record<string, readonly string[]>> = {
    authorization_code: ['code', 'redirect_uri', 'code_verifier'],
    refresh_token: ['refresh_token'],
    client_credentials: [],
  }

  function token({ headers, text }: StandInRequest): StandInAnswer {
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return refuse('invalid_request')
    const form = new URLSearchParams(text)
    const wanted = fields[form.get('grant_type') ?? '']
    if (wanted === undefined) return refuse('unsupported_grant_type')
    const known = new Set(['grant_type', 'client_id', 'client_secret', ...wanted])
    if ([...form.keys()].some((name) => !known.has(name))) return refuse('invalid_request')
    if (form.get('client_id') !== app.clientId || form.get('client_secret') !== app.clientSecret) {
      return { status: 401, body: { error: 'invalid_client' } }
    }
    if (form.get('grant_type') === 'client_credentials') {
      return { status: 200, body: accessFor({ userId: undefined, scopes: [], isRevoked: false }, appSeconds) }
    }
    return form.get('grant_type') === 'refresh_token' ? renew(form) : redeem(form)
  }

  function redeem(form: URLSearchParams): StandInAnswer {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (code === undefined || form.get('redirect_uri') !== code.redirectUri) return refuse('invalid_grant')
    const verifier = form.get('code_verifier') ?? ''
    if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) return refuse('invalid_grant')
    return tokensFor(code.grant)
  }

  function renew(form: URLSearchParams): StandInAnswer {
    renewals++
    const given = form.get('refresh_token') ?? ''
    const grant = refresh.get(given)
    refresh.delete(given)
    return isRefusing || grant === undefined || grant.isRevoked ? refuse('invalid_grant') : tokensFor(grant)
  }

  function revoke({ query, headers, text }: StandInRequest): StandInAnswer {
    const strange = [...query.keys()].some((name) => name !== 'token' && name !== 'token_hint_type')
    const grant = findGrant(query.get('token') ?? '')
    if (strange || grant === undefined || (text !== '' && headers['content-type'] === 'application/json')) {
      return refuse('invalid_request')
    }
    grant.isRevoked = true
    return { status: 200 }
  }

  return {
    findGrant,
    /** Every token ever given out. */
    secrets,

    get renewals(): number {
      return renewals
    },

    expireTokens(): void {
      for (const one of access.values()) one.expiresAt = 0
    },

    refuseRenewals(isSo: boolean): void {
      isRefusing = isSo
    },

    /** What the page of consent does when somebody says yes: the browser is sent back with a code. */
    approve(authorizeUrl: string, userId: number, { without = [] }: { without?: readonly string[] } = {}): string {
      // The page turns the first 127.0.0.1 that it finds into localhost.
      const { searchParams: asked } = new URL(asBrowserSeesIt(authorizeUrl))
      const redirectUri = asked.get('redirect_uri') ?? ''
      const scopes = (asked.get('scope') ?? '').split(' ')
      if (asked.get('client_id') !== app.clientId) throw new Error('invalid client')
      if (redirectUri !== app.redirectUri()) throw new Error(`${redirectUri} is not the registered redirect`)
      if (asked.get('response_type') !== 'code' || !asked.get('state')) throw new Error('invalid request')
      if (asked.get('code_challenge_method') !== 'S256' || !asked.get('code_challenge'))
        throw new Error('PKCE is needed')
      const strange = scopes.find((scope) => !allScopes.has(scope))
      if (strange !== undefined) throw new Error(`there is no scope ${strange}`)
      const code = secret()
      const grant = { userId, scopes: scopes.filter((scope) => !without.includes(scope)), isRevoked: false }
      codes.set(code, { grant, redirectUri, challenge: asked.get('code_challenge') ?? '' })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      return back.href
    },

    handle(request: StandInRequest): StandInAnswer {
      if (request.method === 'POST' && request.path === '/oauth/token') return token(request)
      if (request.method === 'POST' && request.path === '/oauth/revoke') return revoke(request)
      return { status: 404, body: { error: 'not found' } }
    },
  }
}

function asBrowserSeesIt(authorizeUrl: string): string {
  const [address = '', query = ''] = authorizeUrl.split('?')
  return `${address}?${query.replace('127.0.0.1', 'localhost')}`
}

function refuse(error: string): StandInAnswer {
  return { status: 400, body: { error, error_description: `The request was refused: ${error}` } }
}
