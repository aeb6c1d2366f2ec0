import type { ServerResponse } from 'node:http'
import type { KeyCall, KeyCallAnswer } from '../../capabilities/keys/key-call.ts'
import { actorOfKey, type CheckKey, type KeyTarget } from '../../capabilities/keys/key-checks.ts'
import type { Key } from '../../capabilities/keys/keys.ts'
import { quotaNameOf } from '../../capabilities/keys/quotas.ts'
import type { EventHub } from '../../capabilities/published-events/event-hub.ts'
import type { OpenStreams } from '../../capabilities/published-events/open-streams.ts'
import { overLimit } from '../../kernel/calls/call-sequence.ts'
import { parseJsonBody } from '../../kernel/http/json-body.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import type { ServerRequest } from '../../kernel/http/request.ts'
import { asFailure, header, sendFailure, sendJson } from '../../kernel/http/response.ts'
import { isOwnOrigin } from '../../kernel/http/same-origin.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { McpCaller, McpServer } from '../../mcp/mcp-server.ts'
import { mcpErrors } from '../../mcp/messages.ts'
import {
  allVersions,
  errorMessage,
  isObject,
  listenMethod,
  McpError,
  type McpRequest,
  metaKeys,
  modernVersion,
  unsupportedVersion,
} from '../../mcp/protocol.ts'
import type { Names } from '../../registry/names.ts'
import { openMcpStream } from './mcp-stream.ts'

const path = '/mcp'
/** For each key: everything that does not run an operation, which has a limit of its own. */
export const mcpMessagesPerMinute = 120

/** These run an operation, and count as a call of it. */
const runsOperation: ReadonlySet<string> = new Set(['tools/call', 'resources/read'])

/** Counted when its method is known. */
const message: KeyTarget = { name: 'mcp', effect: 'none', ratePerMinute: undefined, grants: 'nothing' }

/**
 * The Model Context Protocol over HTTP (`POST /mcp`), for programs with a key. There are no sessions: each message is
 * answered with one JSON object, or with the stream that it asks for.
 */
export function createMcpRoutes(needs: {
  /** Created with the first message. */
  loadServer: () => Promise<McpServer>
  callAsKey: (call: KeyCall) => Promise<KeyCallAnswer>
  hub: EventHub
  open: OpenStreams
  checkKey: CheckKey
  limiter: Limiter
  names: Names
  log: Log
}): readonly PageRoute[] {
  const { loadServer, callAsKey, hub, open, checkKey, limiter, names, log } = needs

  async function serve(req: ServerRequest, res: ServerResponse, info: RequestInfo): Promise<void> {
    const { address, requestId } = info
    // A page of another site in a browser on this machine must not speak to this server.
    if (req.headers.origin !== undefined && !isOwnOrigin(req)) throw new Failure('foreign_origin')
    const key = await checkKey(message, req.headers.authorization, address)
    const received = readBody(await req.readBody(), req.headers['content-type'])
    const server = await loadServer()
    const caller: McpCaller = {
      may: (scope) => key.scopes.has(scope),
      async call(operation, input) {
        const { status, body } = await callAsKey({ key, operation, body: input, address, requestId })
        return { ok: status === 200, body: body as Readonly<Record<string, unknown>> }
      },
    }
    const check = async (request: McpRequest) => {
      requireHeaders(req, request)
      if (!runsOperation.has(request.method)) await count(key)
    }
    const isListening = isObject(received) && received.method === listenMethod
    const answer = await (isListening ? server.listen(received, caller, check) : server.answer(received, caller, check))
    if ('acknowledged' in answer) {
      open.requirePlace(key)
      info.stayOpen()
      openMcpStream(res, answer, { key, hub, open })
      return
    }
    sendJson(res, answer.status, answer.message === undefined ? '' : JSON.stringify(answer.message), requestId)
  }

  async function count(key: Key): Promise<void> {
    const verdict = await limiter.take(quotaNameOf(key, message.name), mcpMessagesPerMinute)
    if (!verdict.allowed) throw overLimit(mcpMessagesPerMinute, verdict, actorOfKey(key))
  }

  function refuse(res: ServerResponse, error: unknown, requestId: string): void {
    if (error instanceof McpError) {
      sendJson(res, error.status, JSON.stringify(errorMessage(undefined, error)), requestId)
      return
    }
    const failure = asFailure(error)
    if (failure.status >= 500) log.warn('a message of MCP failed', { requestId, error: failure.cause ?? failure })
    sendFailure(res, failure, requestId, { say: names.word })
  }

  return [
    {
      method: 'POST',
      path,
      async handle(req, res, info) {
        try {
          await serve(req, res, info)
        } catch (error) {
          refuse(res, error, info.requestId)
        }
      },
    },
    {
      // Older clients ask for a stream of messages, and take this for "there is none".
      method: 'GET',
      path,
      handle(_req, res, { requestId }) {
        const failure = new Failure('unknown_operation', { message: messages.usePost.of({ path }) })
        const body = JSON.stringify({
          success: false,
          error: failure.message,
          code: failure.code,
          request_id: requestId,
        })
        sendJson(res, 405, body, requestId, header('Allow', 'POST'))
      },
    },
  ]
}

/** What is not JSON is refused in the words of the protocol. */
function readBody(body: Buffer, contentType: string | undefined): unknown {
  try {
    return parseJsonBody(body, contentType)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_json') throw error
    throw new McpError('parseError', error.message, { status: 400 })
  }
}

/** Where a proxy would read the same from the header, both must agree. */
function requireHeaders(req: ServerRequest, { method, params, isModern }: McpRequest): void {
  const version = req.headers['mcp-protocol-version']
  if (!isModern) {
    // The first revisions did not have the header.
    if (version === undefined || (typeof version === 'string' && allVersions.includes(version))) {
      if (version !== modernVersion) return
      throw new McpError('invalidParams', mcpErrors.metaRequired({ name: metaKeys.version }), { status: 400 })
    }
    throw unsupportedVersion(String(version))
  }
  const meta = isObject(params._meta) ? params._meta : {}
  requireHeader('MCP-Protocol-Version', version, meta[metaKeys.version])
  requireHeader('Mcp-Method', req.headers['mcp-method'], method)
  if (method === 'tools/call' || method === 'prompts/get') {
    requireHeader('Mcp-Name', decoded(req.headers['mcp-name']), params.name)
  }
  if (method === 'resources/read') requireHeader('Mcp-Name', decoded(req.headers['mcp-name']), params.uri)
}

function requireHeader(name: string, sent: string | string[] | undefined, expected: unknown): void {
  if (sent === expected) return
  const shown = typeof expected === 'string' ? expected.slice(0, 100) : ''
  throw new McpError('headerMismatch', mcpErrors.headerMismatch({ header: name, expected: shown }), { status: 400 })
}

/** Names that are not plain ASCII are sent as `=?base64?…?=`. */
function decoded(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const inside = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  return inside === undefined ? value : Buffer.from(inside, 'base64').toString('utf8')
}
