import { randomBytes } from 'node:crypto'
import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import { createGrants, type Grant, sentBack } from './grants.ts'

export type TwitchGrant = Grant<string>

const accessSeconds = 4 * 60 * 60
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const deviceSeconds = 1800

interface Device {
  readonly scopes: readonly string[]
  granted: readonly string[]
  userId: string | undefined
  isDenied: boolean
  isOver: boolean
}

/**
 * `id.twitch.tv`: consent, codes, tokens. Refresh tokens rotate, as a public client's do, so that a reuse shows. A public
 * client has no secret. The device grant is as in RFC 8628, with the fields and messages that public clients of Twitch
 * rely on: `scopes` instead of `scope`, `authorization_pending` and `invalid device code` in `message` (docs.rs:
 * twitch_oauth_token 4.2, barbed 0.0.2).
 */
export function createTwitchAuth(app: {
  clientId: string
  clientSecret: string | undefined
  redirectUri: () => string
  intervalSeconds?: number | undefined
}) {
  const devices = new Map<string, Device & { readonly userCode: string }>()
  let deviceRefusals: string[] = []
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
    if ((form.get('client_secret') ?? undefined) !== app.clientSecret) return refuse(403, 'invalid client secret')
    if (kind === deviceGrant) return deviceToken(form)
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

  function device(request: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(request.text)
    if (form.get('client_id') !== app.clientId) return refuse(400, 'invalid client')
    if (form.get('scopes') === null) return refuse(400, 'missing scopes')
    const deviceCode = grants.secret()
    const userCode = randomBytes(4).toString('hex').toUpperCase()
    const scopes = (form.get('scopes') ?? '').split(' ').filter((scope) => scope !== '')
    devices.set(deviceCode, { scopes, granted: scopes, userCode, userId: undefined, isDenied: false, isOver: false })
    const verification_uri = `https://www.twitch.tv/activate?public=true&device-code=${userCode}`
    const interval = app.intervalSeconds ?? 5
    const body = { device_code: deviceCode, expires_in: deviceSeconds, interval, user_code: userCode, verification_uri }
    return { status: 200, body }
  }

  function deviceToken(form: URLSearchParams): FakeAnswer {
    const found = devices.get(form.get('device_code') ?? '')
    const refusal = deviceRefusals.shift()
    if (refusal !== undefined) return refuse(400, refusal)
    if (found === undefined || found.isOver) return refuse(400, 'invalid device code')
    if (found.isDenied) return refuse(400, 'access_denied')
    if (found.userId === undefined) return refuse(400, 'authorization_pending')
    if (form.get('scopes') !== found.scopes.join(' ')) return refuse(400, 'scopes do not match')
    found.isOver = true
    return tokensFor({ userId: found.userId, scopes: found.granted, isRevoked: false })
  }

  const deviceOf = (userCode: string) => {
    const found = [...devices.values()].find((one) => one.userCode === userCode)
    if (found === undefined) throw new Error('no such code')
    return found
  }

  return {
    ...grants.controls,

    /** Somebody enters the code and says yes. */
    enterCode(userCode: string, userId: string, { without = [] }: { without?: readonly string[] } = {}): void {
      const device = deviceOf(userCode)
      device.granted = device.scopes.filter((scope) => !without.includes(scope))
      device.userId = userId
    },

    /** Somebody enters the code and says no. */
    denyCode(userCode: string): void {
      deviceOf(userCode).isDenied = true
    },

    /** The next polls are answered with these errors. */
    refusePolls(...messages: string[]): void {
      deviceRefusals = messages
    },

    codeScopes: (userCode: string) => deviceOf(userCode).scopes,

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
      if (request.method === 'POST' && request.path === '/oauth2/device') return device(request)
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
