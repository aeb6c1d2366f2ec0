import type { ServerResponse } from 'node:http'
import { parseJsonBody } from '../../kernel/http/json-body.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import type { ServerRequest } from '../../kernel/http/request.ts'
import { asFailure, sendFailure, sendJson } from '../../kernel/http/response.ts'
import type { Log } from '../../kernel/log.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { SandboxControls } from '../../platforms/sandbox/sandbox-controls.ts'
import type { Names } from '../../registry/names.ts'
import { type CheckKey, type KeyTarget, requireScope } from '../keys/key-checks.ts'

const prefix = '/sandbox/v1/'
const scope: Scope = 'sandbox:control'
/** For each action and key. */
export const callsPerMinute = 120

const acting: Omit<KeyTarget, 'name'> = {
  effect: 'outside',
  ratePerMinute: callsPerMinute,
  grants: 'nothing',
  // Nothing that happens on the test channel leaves it.
  require(key) {
    if (!key.isTest) requireScope(key, scope)
  },
}

/** `POST /sandbox/v1/<action>`, for the channel of the key. A test key needs no scope. */
export function createSandboxRoute(needs: {
  controls: SandboxControls
  checkKey: CheckKey
  names: Names
  log: Log
}): PageRoute {
  const { controls, checkKey, names, log } = needs

  async function serve(req: ServerRequest, res: ServerResponse, { url, address, requestId }: RequestInfo) {
    const name = url.pathname.slice(prefix.length)
    const action = controls.get(name)
    const target = { name: `sandbox/${name}`, ...acting }
    const key = await checkKey(target, req.headers.authorization, address)
    await controls.requireOnSandbox(key.channel)
    const body = parseJsonBody(await req.readBody(), req.headers['content-type'])
    sendJson(res, 200, await action.run(key.channel, body), requestId)
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
