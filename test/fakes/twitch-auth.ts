import { randomBytes } from 'node:crypto'
import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import { createGrants, type Grant, sentBack } from './grants.ts'

export type TwitchGrant = Grant<string>

const accessSeconds = 4 * 60 * 60

/** `id.twitch.tv`: consent, codes, tokens. Refresh tokens rotate, as a public client's do, so that a reuse shows. */
export function createTwitchAuth(app: { clientId: string; clientSecret: string; redirectUri: () => string }) {
  const codes = new Map<string, { grant: TwitchGrant; redirectUri: string }>()
  const grants = createGrants<string>(() => randomBytes(15).toString('hex'))

  function tokensFor(grant: TwitchGrant): FakeAnswer {
    const body = {
      access_token: grants.accessToken(grant, accessSeconds),
      expires_in: accessSeconds,
      refresh_token: grants.refreshToken(grant),
      scope: grant.scopes,
      token_type: 'bearer',
    }
    return { status: 200, body }
  }

  function token(request: FakeRequest): FakeAnswer {
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      return refuse(400, 'missing grant type')
    const form = new URLSearchParams(request.text)
    const kind = form.get('grant_type')
    if (form.get('client_id') !== app.clientId) return refuse(400, 'invalid client')
    if (form.get('client_secret') !== app.clientSecret) return refuse(403, 'invalid client secret')
    // An app token has no refresh token and no scopes (twurple's `exchangeCode` and `getAppToken` read it so).
    if (kind === 'client_credentials') {
      return { status: 200, body: { access_token: grants.secret(), expires_in: 5_011_271, token_type: 'bearer' } }
    }
    if (kind === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      if (code === undefined) return refuse(400, 'Invalid authorization code')
      if (form.get('redirect_uri') !== code.redirectUri) return refuse(400, 'Parameter redirect_uri does not match')
      return tokensFor(code.grant)
    }
    if (kind === 'refresh_token') {
      const grant = grants.renew(form.get('refresh_token') ?? '', { rotates: true })
      if (grant === undefined) return refuse(400, 'Invalid refresh token')
      return tokensFor(grant)
    }
    return refuse(400, 'missing grant type')
  }

  return {
    ...grants.controls,

    /** What the page of consent does when somebody says yes: the browser is sent back with a code. */
    approve(authorizeUrl: string, userId: string, { without = [] }: { without?: readonly string[] } = {}): string {
      const { searchParams: asked } = new URL(authorizeUrl)
      const redirectUri = asked.get('redirect_uri') ?? ''
      if (asked.get('client_id') !== app.clientId) throw new Error('invalid client')
      if (redirectUri !== app.redirectUri()) throw new Error('Parameter redirect_uri does not match registered URI')
      // The developer console takes no other redirect without TLS (dev.twitch.tv, Registering Your App).
      if (!redirectUri.startsWith('https://') && new URL(redirectUri).hostname !== 'localhost') {
        throw new Error('redirect URIs must use HTTPS, except for localhost')
      }
      if (asked.get('response_type') !== 'code') throw new Error('invalid response type')
      const scopes = (asked.get('scope') ?? '').split(' ').filter((scope) => !without.includes(scope))
      const code = grants.secret()
      codes.set(code, { grant: { userId, scopes, isRevoked: false }, redirectUri })
      return sentBack(redirectUri, { code, scope: scopes.join(' '), state: asked.get('state') ?? '' })
    },

    handle(request: FakeRequest): FakeAnswer {
      if (request.method === 'POST' && request.path === '/oauth2/token') return token(request)
      if (request.method === 'POST' && request.path === '/oauth2/revoke') {
        const grant = grants.find(new URLSearchParams(request.text).get('token') ?? '')
        if (grant === undefined) return refuse(400, 'Invalid token')
        grant.isRevoked = true
        return { status: 200 }
      }
      if (request.method === 'GET' && request.path === '/oauth2/validate') {
        const grant = grants.find((request.headers.authorization ?? '').replace(/^OAuth /, ''))
        if (grant === undefined) return refuse(401, 'invalid access token')
        const { userId, scopes } = grant
        return { status: 200, body: { client_id: app.clientId, user_id: userId, scopes, expires_in: 5000 } }
      }
      return { status: 404 }
    },
  }
}

function refuse(status: number, message: string): FakeAnswer {
  return { status, body: { status, message } }
}
