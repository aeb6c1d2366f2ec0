import type { ServerResponse } from 'node:http'
import { Failure } from '../contract/failures.ts'
import type { Names } from '../contract/names.ts'
import type { Log } from '../log.ts'
import type { SandboxDesk } from '../platforms/sandbox/desk.ts'
import { asFailure, sendFailure, sendJson } from './answer.ts'
import type { Authenticate } from './authenticate.ts'
import { parseJsonBody } from './json-body.ts'
import type { ServerRequest } from './request.ts'
import type { PageRoute, Visit } from './server.ts'

const prefix = '/sandbox/v1/'

/** `POST /sandbox/v1/<action>` with any key that works. What it makes happen, happens to that key's channel. */
export function createSandboxRoute(needs: {
  desk: SandboxDesk
  authenticate: Authenticate
  names: Names
  log: Log
}): PageRoute {
  const { desk, authenticate, names, log } = needs

  async function serve(req: ServerRequest, res: ServerResponse, { url, address, requestId }: Visit) {
    const action = desk.get(url.pathname.slice(prefix.length))
    const key = await authenticate.key(req.headers.authorization, address)
    if (!authenticate.mayUseFrom(key, address)) throw new Failure('address_not_allowed')
    const body = parseJsonBody(await req.readBody(), req.headers['content-type'])
    sendJson(res, 200, await action.run(key.channel, body), requestId)
  }

  return {
    method: 'POST',
    path: `${prefix}*`,
    async handle(req, res, visit) {
      try {
        await serve(req, res, visit)
      } catch (error) {
        const failure = asFailure(error)
        const { requestId } = visit
        if (failure.status >= 500) log.warn('a sandbox call failed', { requestId, error: failure.cause ?? failure })
        sendFailure(res, failure, requestId, names)
      }
    },
  }
}
