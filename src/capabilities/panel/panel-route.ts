import type { ServerResponse } from 'node:http'
import type { CallSequence, Entrance } from '../../kernel/calls/call-sequence.ts'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import { isLoopbackHost } from '../../kernel/http/contract/loopback.ts'
import { parseJsonBody } from '../../kernel/http/json-body.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import { maxBodyBytes, type ServerRequest } from '../../kernel/http/request.ts'
import { sendFailure, sendJson } from '../../kernel/http/response.ts'
import { requireSameOrigin } from '../../kernel/http/same-origin.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Log } from '../../kernel/log.ts'
import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { PanelOperation } from '../../kernel/operation/operation.ts'
import { type PreparedOperation, prepareOperation, runOperation } from '../../kernel/operation/run-operation.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { type Catalogue, english } from '../../kernel/text/message.ts'
import { createNames } from '../../registry/names.ts'
import type { PanelSession } from '../sign-in/sessions.ts'
import { callsPerMinute, openSession, type SessionTarget, sessionChecks } from './session-checks.ts'

export const panelPrefix = '/panel/api/'
/** The console sends the largest body of the API inside its own. */
const envelopeBytes = 1024

interface PanelRequest {
  readonly req: ServerRequest
  readonly res: ServerResponse
  readonly info: RequestInfo
  /** Whom an error is written for; null: in the language of the browser. */
  language: string | null
}

type PreparedPanelOperation = PreparedOperation<PanelOperation> & SessionTarget

interface PanelAnswer {
  readonly status: number
  readonly body: string
}

/** `POST /panel/api/<operation>`, for people who are signed in. */
export function createPanelRoute(needs: {
  /** Loaded with the first call, to keep the start short. */
  operations: () => Promise<readonly PanelOperation[]>
  call: CallSequence
  ctx: Context
  log: Log
}): PageRoute {
  const { operations, call, ctx, log } = needs
  const { sessions } = ctx
  // The panel is part of this server, so its names do not depend on `SHOWCALLER_NAMES`.
  const names = createNames('spec')
  const prepared = loadOnce(
    async () => new Map((await operations()).map((operation) => [operation.name, preparePanelOperation(operation)])),
  )

  function preparePanelOperation(operation: PanelOperation): PreparedPanelOperation {
    const { role, grants, effect } = operation
    return { ...prepareOperation(operation, names), role, grants, effect, ratePerMinute: callsPerMinute }
  }

  const entrance: Entrance<PanelRequest, PreparedPanelOperation, PanelSession, PanelAnswer, void> = {
    ...sessionChecks(sessions),
    find({ req, info }) {
      requireSameOrigin(req)
      return get(info.url.pathname.slice(panelPrefix.length))
    },
    async identify(request) {
      const session = await openSession(sessions, request.req)
      request.language = session.language
      return session
    },
    readBody: ({ req }) => req.readBody(maxBodyBytes + envelopeBytes),
    async run({ req, info }, found, session, body) {
      const input = parseJsonBody(body, req.headers['content-type'] ?? '')
      const caller = callerOf(session, info, req.headers.host, await readerCatalogue(req, session))
      const { name, effect, isUnlogged } = found.operation
      const audit = (tx: Writer) => ctx.events.ensureAudited(tx, caller, name)
      const answer = await runOperation(
        ctx,
        writtenFor(caller, found),
        caller,
        input,
        undefined,
        effect === 'none' || isUnlogged ? undefined : audit,
      )
      return { status: answer.status, body: answer.body }
    },
    answer: ({ res, info }, _found, _session, { status, body }) => sendJson(res, status, body, info.requestId),
    async refuse(failure, { req, res, info, language }) {
      const { requestId, url } = info
      if (failure.status >= 500)
        log.warn('a panel call failed', { requestId, path: url.pathname, error: failure.cause ?? failure })
      const catalogue = await readerCatalogue(req, { language })
      inLanguage(catalogue, () => sendFailure(res, failure, requestId))
    },
  }

  async function get(name: string): Promise<PreparedPanelOperation> {
    const found = (await prepared()).get(name)
    if (found === undefined) throw new Failure('unknown_operation', { message: messages.unknownPanelOperation.of() })
    return found
  }

  return {
    method: 'POST',
    path: `${panelPrefix}*`,
    handle: (req, res, info) => call(entrance, { req, res, info, language: null }),
  }
}

/** The operation with its answer in the language of the caller. */
function writtenFor(
  { catalogue }: PanelCaller,
  prepared: PreparedOperation<PanelOperation>,
): PreparedOperation<PanelOperation> {
  return { ...prepared, write: (output) => inLanguage(catalogue, () => prepared.write(output)) }
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
