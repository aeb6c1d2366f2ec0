import type { ServerResponse } from 'node:http'
import { parseJsonBody } from '../../kernel/http/json-body.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { ServerRequest } from '../../kernel/http/request.ts'
import { asFailure, sendFailure, sendJson } from '../../kernel/http/response.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/server.ts'
import type { Limiter, Verdict } from '../../kernel/limits/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { SandboxControls } from '../../platforms/sandbox/sandbox-controls.ts'
import type { Names } from '../../registry/names.ts'
import type { Authenticate } from '../keys/authenticate.ts'
import type { Key } from '../keys/keys.ts'
import { quotaNameOf } from '../keys/quotas.ts'

const prefix = '/sandbox/v1/'
const scope: Scope = 'sandbox:control'
/** For each action and key. */
export const callsPerMinute = 120

/**
 * `POST /sandbox/v1/<action>`, for the channel of the key: checks action, key, address, scope, limit and parameters, in
 * this order. A test key needs no scope, because nothing that happens on the test channel leaves it.
 */
export function createSandboxRoute(needs: {
  controls: SandboxControls
  authenticate: Authenticate
  limiter: Limiter
  names: Names
  log: Log
}): PageRoute {
  const { controls, authenticate, limiter, names, log } = needs

  async function serve(req: ServerRequest, res: ServerResponse, { url, address, requestId }: RequestInfo) {
    const name = url.pathname.slice(prefix.length)
    const action = controls.get(name)
    const key = await authenticate.key(req.headers.authorization, address)
    admit(key, address, await limiter.take(quotaNameOf(key, `sandbox/${name}`), callsPerMinute))
    await controls.requireOnSandbox(key.channel)
    const body = parseJsonBody(await req.readBody(), req.headers['content-type'])
    sendJson(res, 200, await action.run(key.channel, body), requestId)
  }

  function admit(key: Key, address: string, { allowed, resetSeconds }: Verdict): void {
    const actor = `key:${key.id}`
    if (!authenticate.mayUseFrom(key, address)) throw new Failure('address_not_allowed', { actor })
    if (!key.isTest && !key.scopes.has(scope)) {
      const message = messages.scopeNeeded({ scope })
      throw new Failure('missing_scope', { message, fields: { required_scope: scope }, actor })
    }
    if (allowed) return
    const message = messages.rateLimited({ limit: callsPerMinute, seconds: resetSeconds })
    throw new Failure('rate_limited', { message, retryAfterSeconds: resetSeconds, actor })
  }

  return {
    method: 'POST',
    path: `${prefix}*`,
    async handle(req, res, info) {
      try {
        await serve(req, res, info)
      } catch (error) {
        const failure = asFailure(error)
        const { requestId } = info
        if (failure.status >= 500) log.warn('a sandbox call failed', { requestId, error: failure.cause ?? failure })
        sendFailure(res, failure, requestId, { say: names.word })
      }
    },
  }
}
