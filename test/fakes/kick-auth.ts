import { createHash } from 'node:crypto'
import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import { createGrants, type Grant, sentBack } from './grants.ts'

/** Without a user it is the app's own. */
export type KickGrant = Grant<number | undefined>

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
  const grants = createGrants<number | undefined>()
  let isEveryTokenDead = false

  function accessFor(grant: KickGrant, seconds: number) {
    return { access_token: grants.accessToken(grant, seconds), token_type: 'Bearer', expires_in: seconds }
  }

  function tokensFor(grant: KickGrant): FakeAnswer {
    const tokens = { ...accessFor(grant, accessSeconds), refresh_token: grants.refreshToken(grant) }
    return { status: 200, body: { ...tokens, scope: grant.scopes.join(' ') } }
  }

  const fields: Readonly<Record<string, readonly string[]>> = {
    authorization_code: ['code', 'redirect_uri', 'code_verifier'],
    refresh_token: ['refresh_token'],
    client_credentials: [],
  }

  function token({ headers, text }: FakeRequest): FakeAnswer {
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

  function redeem(form: URLSearchParams): FakeAnswer {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (code === undefined || form.get('redirect_uri') !== code.redirectUri) return refuse('invalid_grant')
    const verifier = form.get('code_verifier') ?? ''
    if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) return refuse('invalid_grant')
    return tokensFor(code.grant)
  }

  function renew(form: URLSearchParams): FakeAnswer {
    const grant = grants.renew(form.get('refresh_token') ?? '', { rotates: true })
    return grant === undefined ? refuse('invalid_grant') : tokensFor(grant)
  }

  /** Answers with a plain text, for unknown tokens too (KickEngineering/KickDevDocs issues 58 and 94). */
  function revoke({ query, headers, text }: FakeRequest): FakeAnswer {
    const strange = [...query.keys()].some((name) => name !== 'token' && name !== 'token_hint_type')
    if (strange || (text !== '' && headers['content-type'] === 'application/json')) return refuse('invalid_request')
    const grant = grants.find(query.get('token') ?? '')
    if (grant !== undefined) grant.isRevoked = true
    return { status: 200, text: 'OK', headers: { 'Content-Type': 'text/plain; charset=utf-8' } }
  }

  /** The fields of the documentation (docs.kick.com, token introspect). */
  function introspect({ headers }: FakeRequest): FakeAnswer {
    const grant = grants.find(headers.authorization?.replace('Bearer ', '') ?? '')
    const body =
      grant === undefined || isEveryTokenDead
        ? { active: false }
        : {
            active: true,
            client_id: app.clientId,
            token_type: grant.userId === undefined ? 'app' : 'user',
            scope: grant.scopes.join(' '),
            exp: Math.floor(Date.now() / 1000) + accessSeconds,
          }
    return { status: 200, body: { data: body, message: 'OK' } }
  }

  return {
    ...grants.controls,

    /** What introspection says of every token. */
    callTokensDead(isSo: boolean): void {
      isEveryTokenDead = isSo
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
      const code = grants.secret()
      const grant = { userId, scopes: scopes.filter((scope) => !without.includes(scope)), isRevoked: false }
      codes.set(code, { grant, redirectUri, challenge: asked.get('code_challenge') ?? '' })
      return sentBack(redirectUri, { code, state: asked.get('state') ?? '' })
    },

    handle(request: FakeRequest): FakeAnswer {
      if (request.method === 'POST' && request.path === '/oauth/token') return token(request)
      if (request.method === 'POST' && request.path === '/oauth/revoke') return revoke(request)
      if (request.method === 'POST' && request.path === '/oauth/token/introspect') return introspect(request)
      return { status: 404, body: { error: 'not found' } }
    },
  }
}

function asBrowserSeesIt(authorizeUrl: string): string {
  const [address = '', query = ''] = authorizeUrl.split('?')
  return `${address}?${query.replace('127.0.0.1', 'localhost')}`
}

function refuse(error: string): FakeAnswer {
  return { status: 400, body: { error, error_description: `The request was refused: ${error}` } }
}
