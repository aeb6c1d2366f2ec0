import type { ServerResponse } from 'node:http'
import { english, readerCatalogue } from '../../kernel/catalogues.ts'
import { isLoopbackHost } from '../../kernel/http/contract/loopback.ts'
import { parseJsonBody } from '../../kernel/http/json-body.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import { maxBodyBytes, type ServerRequest } from '../../kernel/http/request.ts'
import { asFailure, sendFailure, sendJson } from '../../kernel/http/response.ts'
import { requireSameOrigin } from '../../kernel/http/same-origin.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/server.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Log } from '../../kernel/log.ts'
import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import {
  type PanelRole,
  panelRoleDescriptions,
  panelRoleNames,
  reaches,
} from '../../kernel/operation/contract/panel-roles.ts'
import type { PanelOperation } from '../../kernel/operation/operation.ts'
import { prepareOperation, runOperation } from '../../kernel/operation/run-operation.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { fieldsInReadersLanguage } from '../../kernel/text/recognize.ts'
import { createNames } from '../../registry/names.ts'
import type { PanelSession } from '../sign-in/sessions.ts'

export const panelPrefix = '/panel/api/'
/** More than a person clicks, but low enough to stop a script that is out of control. */
const callsPerMinute = 600
/** The console sends the largest body of the API inside its own. */
const envelopeBytes = 1024

/** Why something failed, in any answer: the server keeps it in English. */
const errorFields = ['error', 'last_error']

/** Whom an error is written for. */
interface Reader {
  language: string | null
}

/** `POST /panel/api/<operation>`: checks origin, session, role, limit, age of the sign-in and parameters, in this order. */
export function createPanelRoute(needs: {
  /** Loaded with the first call, to keep the start short. */
  operations: () => Promise<readonly PanelOperation[]>
  limiter: Limiter
  ctx: Context
  log: Log
}): PageRoute {
  const { operations, limiter, ctx, log } = needs
  // The panel is part of this server, so its names do not depend on `SHOWCALLER_NAMES`.
  const names = createNames('spec')
  const prepared = loadOnce(
    async () => new Map((await operations()).map((operation) => [operation.name, preparePanelOperation(operation)])),
  )

  function preparePanelOperation(operation: PanelOperation) {
    const reports: ReadonlySet<string> = new Set([...errorFields, ...(operation.reports ?? [])])
    return { ...prepareOperation(operation, names), reports }
  }

  async function serve(req: ServerRequest, res: ServerResponse, info: RequestInfo, reader: Reader): Promise<void> {
    requireSameOrigin(req)
    const found = await get(info.url.pathname.slice(panelPrefix.length))
    const session = await ctx.sessions.open(req.headers.cookie)
    if (session === undefined) throw new Failure('sign_in_required')
    reader.language = session.language
    await admitPanel(session, found.operation.role, limiter)
    if (found.operation.grants !== 'nothing') ctx.sessions.requireRecent(session)
    const body = parseJsonBody(await req.readBody(maxBodyBytes + envelopeBytes), req.headers['content-type'] ?? '')
    const caller = callerOf(session, info, req.headers.host, await readerCatalogue(req, session))
    const { name, effect } = found.operation
    const audit = (tx: Writer) => ctx.events.ensureAudited(tx, caller, name)
    const answer = await runOperation(ctx, found, caller, body, undefined, effect === 'none' ? undefined : audit)
    sendJson(res, answer.status, inLanguageOf(caller, answer.body, found.reports), info.requestId)
  }

  async function get(name: string): Promise<ReturnType<typeof preparePanelOperation>> {
    const found = (await prepared()).get(name)
    if (found === undefined) throw new Failure('unknown_operation', { message: messages.unknownPanelOperation() })
    return found
  }

  return {
    method: 'POST',
    path: `${panelPrefix}*`,
    async handle(req, res, info) {
      const reader: Reader = { language: null }
      try {
        await serve(req, res, info, reader)
      } catch (error) {
        const failure = asFailure(error)
        const { requestId, url } = info
        if (failure.status >= 500)
          log.warn('a panel call failed', { requestId, path: url.pathname, error: failure.cause ?? failure })
        const catalogue = await readerCatalogue(req, reader)
        inLanguage(catalogue, () => sendFailure(res, failure, requestId))
      }
    },
  }
}

/** The answer with the sentences that the server keeps in English in the language of the caller. */
function inLanguageOf({ catalogue }: PanelCaller, body: string, fields: ReadonlySet<string>): string {
  if (catalogue.locale === 'en') return body
  return JSON.stringify(fieldsInReadersLanguage(JSON.parse(body), fields, catalogue))
}

/** Checks role and rate limit of a session. */
export async function admitPanel(session: PanelSession, role: PanelRole, limiter: Limiter): Promise<void> {
  const actor = `person:${session.person.id}`
  if (!reaches(session.role, role)) {
    const message = messages.roleNeeded({
      needed: panelRoleNames[role],
      own: panelRoleNames[session.role],
      explanation: panelRoleDescriptions[session.role],
    })
    throw new Failure('missing_role', { message, fields: { required_role: role }, actor })
  }
  const { allowed, resetSeconds } = await limiter.take(`session ${session.id}`, callsPerMinute)
  if (!allowed) throw new Failure('rate_limited', { retryAfterSeconds: resetSeconds, actor })
}

export function callerOf(
  { id, person, channel, role, language, signedInAt }: PanelSession,
  { requestId, address }: RequestInfo,
  host = '',
  catalogue: Catalogue = english,
): PanelCaller {
  const isOnServer = isLoopbackHost(host)
  return {
    channel,
    actor: `person:${person.id}`,
    requestId,
    person,
    role,
    language,
    catalogue,
    sessionId: id,
    signedInAt,
    address,
    isOnServer,
    host,
  }
}
