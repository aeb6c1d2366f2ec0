import type { ServerResponse } from 'node:http'
import { Failure } from '../contract/failures.ts'
import type { Names } from '../contract/names.ts'
import type { Log } from '../log.ts'
import type { SandboxControls } from '../platforms/sandbox/sandbox-controls.ts'
import type { Authenticate } from './authenticate.ts'
import { parseJsonBody } from './json-body.ts'
import type { ServerRequest } from './request.ts'
import { asFailure, sendFailure, sendJson } from './response.ts'
import type { PageRoute, RequestInfo } from './server.ts'

const prefix = '/sandbox/v1/'

/** `POST /sandbox/v1/<action>` with any valid key. The action applies to the channel of the key. */
export function createSandboxRoute(needs: {
  controls: SandboxControls
  authenticate: Authenticate
  names: Names
  log: Log
}): PageRoute {
  const { controls, authenticate, names, log } = needs

  async function serve(req: ServerRequest, res: ServerResponse, { url, address, requestId }: RequestInfo) {
    const action = controls.get(url.pathname.slice(prefix.length))
    const key = await authenticate.key(req.headers.authorization, address)
    if (!authenticate.mayUseFrom(key, address)) throw new Failure('address_not_allowed')
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
