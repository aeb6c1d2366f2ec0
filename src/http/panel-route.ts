import type { ServerResponse } from 'node:http'
import type { PanelCaller } from '../caller.ts'
import type { Context } from '../context.ts'
import { Failure } from '../contract/failures.ts'
import { createNames } from '../contract/names.ts'
import { type PanelRole, panelRoleDescriptions, reaches } from '../contract/panel-roles.ts'
import type { Session } from '../features/sessions/sessions.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Log } from '../log.ts'
import type { PanelOperation } from '../operation.ts'
import { type PreparedOperation, prepareOperation, runOperation } from '../run-operation.ts'
import { asFailure, sendFailure, sendJson } from './answer.ts'
import { parseJsonBody } from './json-body.ts'
import type { ServerRequest } from './request.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { PageRoute, Visit } from './server.ts'

export const panelPrefix = '/panel/api/'
/** More than a person clicks, fewer than a script that runs wild would like. */
const callsPerMinute = 600

/** `POST /panel/api/<operation>`: origin, operation, session, role, limit, parameters, deed, in this order. */
export function createPanelRoute(needs: {
  /** Asked for with the first call: people click when the server has long started. */
  operations: () => Promise<readonly PanelOperation[]>
  limiter: Limiter
  ctx: Context
  log: Log
}): PageRoute {
  const { operations, limiter, ctx, log } = needs
  // The panel is ours on both ends, so its words never change.
  const names = createNames('spec')
  let preparing: Promise<ReadonlyMap<string, PreparedOperation<PanelOperation>>> | undefined

  async function prepareAll() {
    return new Map((await operations()).map((operation) => [operation.name, prepareOperation(operation, names)]))
  }

  async function serve(req: ServerRequest, res: ServerResponse, visit: Visit): Promise<void> {
    requireSameOrigin(req)
    const found = await get(visit.url.pathname.slice(panelPrefix.length))
    const session = await ctx.sessions.open(req.headers.cookie)
    if (session === undefined) throw new Failure('sign_in_required')
    await admitPanel(session, found.operation.role, limiter)
    if (found.operation.needsRecentSignIn) ctx.sessions.requireRecent(session)
    const body = parseJsonBody(await req.readBody(), req.headers['content-type'] ?? '')
    const caller = callerOf(session, visit)
    const before = found.operation.effect === 'none' ? undefined : await ctx.overlays.lastSeq(caller.channel.id)
    const answer = await runOperation(ctx, found, caller, body, undefined)
    if (before !== undefined) await leaveTrace(ctx, caller, found.operation.name, body, before)
    sendJson(res, answer.status, answer.body, visit.requestId)
  }

  async function get(name: string): Promise<PreparedOperation<PanelOperation>> {
    preparing ??= prepareAll()
    const found = (await preparing).get(name)
    if (found === undefined) throw new Failure('unknown_operation', { message: 'The panel has no such operation.' })
    return found
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
        sendFailure(res, failure, requestId)
      }
    },
  }
}

/** Role, then limit; for everything a session may do. */
export async function admitPanel(session: Session, role: PanelRole, limiter: Limiter): Promise<void> {
  if (!reaches(session.role, role)) {
    const message = `This needs the role ${role}; yours is ${session.role}. ${panelRoleDescriptions[session.role]()}`
    throw new Failure('missing_role', { message, fields: { required_role: role } })
  }
  const { allowed, resetSeconds } = await limiter.take(`session ${session.id}`, callsPerMinute)
  if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds })
}

/** What a deed is about, as far as names and ids tell it; the rest may be secret. */
const tellingFields = ['name', 'id', 'service', 'role', 'kind', 'operation', 'key_id', 'platform', 'provider', 'title']
const lookedThrough = 500

/** Most deeds write their own line into the log, under their request. One that does not gets this. */
async function leaveTrace(
  ctx: Context,
  caller: PanelCaller,
  operation: string,
  body: unknown,
  before: number,
): Promise<void> {
  const since = await ctx.events.after(ctx.db, caller.channel.id, before, lookedThrough)
  if (since.some(({ requestId, actor }) => requestId === caller.requestId && actor === caller.actor)) return
  const sent = Object.entries(body ?? {}).filter(([name]) => tellingFields.includes(name))
  const data = Object.fromEntries(sent.filter(([, value]) => typeof value !== 'object'))
  await ctx.db.write((tx) => ctx.events.appendNew(tx, caller, { kind: `panel.${operation}`, data }))
}

export function callerOf({ id, person, channel, role }: Session, { requestId, address }: Visit): PanelCaller {
  return { channel, actor: `person:${person.id}`, requestId, person, role, sessionId: id, address }
}
