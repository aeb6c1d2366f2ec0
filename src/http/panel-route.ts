import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { Failure } from '../contract/failures.ts'
import { createNames } from '../contract/names.ts'
import { panelRoleLines, reaches } from '../contract/panel-roles.ts'
import type { Session } from '../features/sessions/sessions.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Log } from '../log.ts'
import type { PanelCaller, PanelOperation } from '../operation.ts'
import { type PreparedOperation, prepareOperation, runOperation } from '../run-operation.ts'
import { asFailure, sendFailure, sendJson } from './answer.ts'
import { parseJsonBody, readBody } from './read-body.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { PageRoute, Visit } from './server.ts'

export const panelPrefix = '/panel/api/'
/** More than a person clicks, fewer than a script that runs wild would like. */
const callsPerMinute = 600

/** `POST /panel/api/<operation>`: origin, operation, session, role, limit, parameters, deed, in this order. */
export function createPanelRoute(needs: {
  operations: readonly PanelOperation[]
  limiter: Limiter
  ctx: Context
  log: Log
}): PageRoute {
  const { operations, limiter, ctx, log } = needs
  // The panel is ours on both ends, so its words never change.
  const names = createNames('spec')
  const prepared = new Map(operations.map((operation) => [operation.name, prepareOperation(operation, names)]))

  async function serve(req: IncomingMessage, res: ServerResponse, visit: Visit): Promise<void> {
    requireSameOrigin(req)
    const found = get(visit.url.pathname.slice(panelPrefix.length))
    const session = await ctx.sessions.open(req.headers.cookie)
    if (session === undefined) throw new Failure('sign_in_required')
    admit(session, found.operation)
    const body = parseJsonBody(await readBody(req), req.headers['content-type'] ?? '')
    const answer = await runOperation(ctx, found, callerOf(session, visit), body, undefined)
    sendJson(res, answer.status, answer.body, ['X-Request-Id', visit.requestId])
  }

  function get(name: string): PreparedOperation<PanelOperation> {
    const found = prepared.get(name)
    if (found === undefined) throw new Failure('unknown_operation', { message: 'The panel has no such operation.' })
    return found
  }

  function admit(session: Session, { role }: PanelOperation): void {
    if (!reaches(session.role, role)) {
      const message = `This needs the role ${role}; yours is ${session.role}. ${panelRoleLines[session.role]}`
      throw new Failure('missing_role', { message, fields: { required_role: role } })
    }
    const { allowed, resetSeconds } = limiter.take(`session ${session.id}`, callsPerMinute)
    if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds })
  }

  return {
    method: 'POST',
    path: `${panelPrefix}*`,
    async handle(req, res, visit) {
      try {
        await serve(req, res, visit)
      } catch (error) {
        const failure = asFailure(error)
        const { requestId, url } = visit
        if (failure.status >= 500)
          log.warn('a panel call failed', { requestId, path: url.pathname, error: failure.cause ?? failure })
        sendFailure(res, failure, requestId, [])
      }
    },
  }
}

function callerOf({ id, person, channel, role }: Session, { requestId, address }: Visit): PanelCaller {
  return { channel, actor: `person:${person.id}`, requestId, person, role, sessionId: id, address }
}
