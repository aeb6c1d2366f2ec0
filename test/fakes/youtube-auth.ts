import { createHash } from 'node:crypto'
import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import { createGrants, type Grant, sentBack } from './grants.ts'

export type YouTubeGrant = Grant<string>

interface Code {
  readonly grant: YouTubeGrant
  readonly redirectUri: string
  readonly challenge: string
  readonly isOffline: boolean
}

const accessSeconds = 3599
const authorizeParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'access_type',
  'prompt',
]
const formFields: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret', 'code_verifier'],
  refresh_token: ['grant_type', 'refresh_token', 'client_id', 'client_secret'],
}

/** Google's sign-in: `accounts.google.com` and `oauth2.googleapis.com`. A refresh token stays the same when it is used. */
export function createYouTubeAuth(app: {
  clientId: string
  clientSecret: string
  /** Undefined for a Desktop client: any port and path of a loopback address (RFC 8252, 7.3), and nothing else. */
  redirectUri: () => string | undefined
}) {
  const codes = new Map<string, Code>()
  const grants = createGrants<string>()

  function accessFor(grant: YouTubeGrant) {
    const access_token = grants.accessToken(grant, accessSeconds, 'ya29.')
    return { access_token, expires_in: accessSeconds, scope: grant.scopes.join(' '), token_type: 'Bearer' }
  }

  function token(request: FakeRequest): FakeAnswer {
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') {
      return refuse(400, 'invalid_request', 'Could not find grant_type')
    }
    const form = new URLSearchParams(request.text)
    const kind = form.get('grant_type') ?? ''
    const fields = formFields[kind]
    if (fields === undefined) return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${kind}`)
    const strange = [...form.keys()].find((name) => !fields.includes(name))
    if (strange !== undefined) {
      return refuse(400, 'invalid_request', `Parameter not allowed for this message type: ${strange}`)
    }
    if (form.get('client_id') !== app.clientId) {
      return refuse(401, 'invalid_client', 'The OAuth client was not found.')
    }
    // Of a Desktop client too, beside its `code_verifier` (taylorwilsdon/google_workspace_mcp issue 1008).
    if (!form.has('client_secret')) return refuse(400, 'invalid_request', 'client_secret is missing.')
    if (form.get('client_secret') !== app.clientSecret) {
      return refuse(401, 'invalid_client', 'The provided client secret is invalid.')
    }
    return kind === 'refresh_token' ? renew(form.get('refresh_token') ?? '') : exchange(form)
  }

  function exchange(form: URLSearchParams): FakeAnswer {
    const given = form.get('code') ?? ''
    const code = codes.get(given)
    codes.delete(given)
    if (code === undefined) return refuse(400, 'invalid_grant', 'Malformed auth code.')
    if (form.get('redirect_uri') !== code.redirectUri) return refuse(400, 'redirect_uri_mismatch', 'Bad Request')
    const verifier = form.get('code_verifier') ?? ''
    if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) {
      return refuse(400, 'invalid_grant', 'Invalid code verifier.')
    }
    const body = accessFor(code.grant)
    if (!code.isOffline) return { status: 200, body }
    return { status: 200, body: { ...body, refresh_token: grants.refreshToken(code.grant, '1//') } }
  }

  function renew(given: string): FakeAnswer {
    const grant = grants.renew(given, { rotates: false })
    if (grant === undefined) return refuse(400, 'invalid_grant', 'Token has been expired or revoked.')
    return { status: 200, body: accessFor(grant) }
  }

  function revoke(request: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(request.text)
    const grant = [...form.keys()].join() === 'token' ? grants.find(form.get('token') ?? '') : undefined
    if (grant === undefined) return refuse(400, 'invalid_token', 'Token expired or revoked')
    grant.isRevoked = true
    return { status: 200, body: {} }
  }

  return {
    ...grants.controls,

    /** What the page of consent does when somebody says yes, perhaps without ticking every box. */
    approve(authorizeUrl: string, userId: string, { without = [] }: { without?: readonly string[] } = {}): string {
      const { searchParams: asked } = new URL(authorizeUrl)
      const strange = [...asked.keys()].find((name) => !authorizeParameters.includes(name))
      if (strange !== undefined) throw new Error(`Parameter not allowed for this message type: ${strange}`)
      const redirectUri = asked.get('redirect_uri') ?? ''
      if (asked.get('client_id') !== app.clientId) throw new Error('invalid_client')
      const registered = app.redirectUri()
      const isLoopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+\//.test(redirectUri)
      if (registered === undefined ? !isLoopback : redirectUri !== registered) throw new Error('redirect_uri_mismatch')
      if (asked.get('response_type') !== 'code') throw new Error('unsupported_response_type')
      if (asked.get('code_challenge_method') !== 'S256') throw new Error('invalid code_challenge_method')
      const scopes = (asked.get('scope') ?? '').split(' ').filter((scope) => !without.includes(scope))
      const code = grants.secret('4/')
      const isOffline = asked.get('access_type') === 'offline' && (asked.get('prompt') ?? '').includes('consent')
      const challenge = asked.get('code_challenge') ?? ''
      codes.set(code, { grant: { userId, scopes, isRevoked: false }, redirectUri, challenge, isOffline })
      return sentBack(redirectUri, { state: asked.get('state') ?? '', code, scope: scopes.join(' ') })
    },

    handle(request: FakeRequest): FakeAnswer {
      if (request.method === 'POST' && request.path === '/token') return token(request)
      if (request.method === 'POST' && request.path === '/revoke') return revoke(request)
      return { status: 404 }
    },
  }
}

function refuse(status: number, error: string, description: string): FakeAnswer {
  return { status, body: { error, error_description: description } }
}
