import type { Scope } from '../kernel/operation/contract/scopes.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Names } from '../registry/names.ts'
import { mcpErrors, mcpMessages } from './messages.ts'
import { type Prompt, prompts } from './prompts.ts'
import {
  allVersions,
  errorMessage,
  isObject,
  legacyVersions,
  type McpAnswer,
  McpError,
  type McpRequest,
  metaKeys,
  notification,
  readMessage,
  requireMeta,
  resultMessage,
} from './protocol.ts'
import { type Resource, resources } from './resources.ts'
import { type Tool, toolsOf } from './tools.ts'

type Json = Readonly<Record<string, unknown>>

/** Who calls: what may be seen, and how an operation is run. */
export interface McpCaller {
  may(scope: Scope): boolean
  /** Runs an operation by its name in the API, with all the checks of a call. */
  call(operation: string, input: unknown): Promise<{ readonly ok: boolean; readonly body: Json }>
}

/** The lists change with a new version of this server or other scopes of the key. */
const listTtlMs = 5 * 60_000

export type McpServer = ReturnType<typeof createMcpServer>

/**
 * Every operation as a tool of the Model Context Protocol, without a session: each message says all that is needed. How
 * messages arrive is up to the caller (`http/mcp-route.ts`, `cli/mcp.ts`).
 */
export function createMcpServer(needs: {
  operations: readonly Operation[]
  names: Names
  version: string
  /** Whether clients can keep a stream open (`subscriptions/listen`). */
  canListen?: boolean
}) {
  const { operations, names, version, canListen = false } = needs
  const tools = toolsOf(operations, names)
  const serverInfo = { name: 'showcaller', title: 'Showcaller', version }
  // In older revisions a subscription needs a session, which does not exist here.
  const capabilities = { tools: {}, resources: {}, prompts: {} }
  const listening = canListen ? { ...capabilities, resources: { subscribe: true } } : capabilities

  const offered = (caller: McpCaller): Tool[] => [...tools.values()].filter(({ scope }) => caller.may(scope))
  const isReadable = (caller: McpCaller, { operation }: Resource): boolean => {
    const scope = tools.get(names.operation(operation))?.scope
    return scope !== undefined && caller.may(scope)
  }
  const isUsable = (caller: McpCaller, { needs: scopes }: Prompt): boolean => scopes.every((one) => caller.may(one))

  const methods: Readonly<Record<string, (request: McpRequest, caller: McpCaller) => Promise<Json> | Json>> = {
    'server/discover': () => ({
      supportedVersions: allVersions,
      capabilities: listening,
      instructions: mcpMessages.instructions(),
      ...cached(listTtlMs, 'public'),
    }),

    initialize: ({ params }) => {
      const wanted = legacyVersions.find((one) => one === params.protocolVersion)
      return {
        protocolVersion: wanted ?? legacyVersions[0],
        capabilities,
        serverInfo,
        instructions: mcpMessages.instructions(),
      }
    },

    ping: () => ({}),

    'tools/list': (request, caller) => {
      requireFirstPage(request)
      return { tools: offered(caller).map(({ shown }) => shown), ...cached(listTtlMs) }
    },

    'tools/call': async ({ params }, caller) => {
      const name = textOf(params, 'name')
      if (!tools.has(name)) throw new McpError('invalidParams', mcpErrors.unknownTool({ name: shorten(name) }))
      const { ok, body } = await caller.call(name, params.arguments ?? {})
      const text = JSON.stringify(body)
      return { content: [{ type: 'text', text }], structuredContent: body, isError: !ok }
    },

    'resources/list': (request, caller) => {
      requireFirstPage(request)
      const readable = resources.filter((resource) => isReadable(caller, resource))
      const shown = readable.map(({ uri, operation, title, help }) => {
        return { uri, name: names.operation(operation), title: title(), description: help(), mimeType: jsonType }
      })
      return { resources: shown, ...cached(listTtlMs) }
    },

    'resources/templates/list': (request) => {
      requireFirstPage(request)
      return { resourceTemplates: [], ...cached(listTtlMs) }
    },

    'resources/read': async ({ params }, caller) => {
      const uri = textOf(params, 'uri')
      const resource = resources.find((one) => one.uri === uri && isReadable(caller, one))
      if (resource === undefined) {
        const data = { uri: shorten(uri) }
        throw new McpError('invalidParams', mcpErrors.unknownResource(data), { data })
      }
      const { ok, body } = await caller.call(names.operation(resource.operation), {})
      // The failure body says why.
      if (!ok) throw new McpError('internal', String(body.error), { data: body })
      return { contents: [{ uri, mimeType: jsonType, text: JSON.stringify(body) }], ...cached(0) }
    },

    'prompts/list': (request, caller) => {
      requireFirstPage(request)
      const shown = prompts.filter((prompt) => isUsable(caller, prompt)).map(shownPrompt)
      return { prompts: shown, ...cached(listTtlMs) }
    },

    'prompts/get': ({ params }, caller) => {
      const name = textOf(params, 'name')
      const prompt = prompts.find((one) => one.name === name && isUsable(caller, one))
      if (prompt === undefined) {
        throw new McpError('invalidParams', mcpErrors.unknownPrompt({ name: shorten(name) }))
      }
      const text = prompt.write(argumentsOf(prompt, params.arguments))
      return { description: prompt.help(), messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
  }

  async function run(request: McpRequest, caller: McpCaller): Promise<Json> {
    if (request.isModern) requireMeta(request)
    const isKnown = Object.hasOwn(methods, request.method) && !(request.isModern && legacyMethods.has(request.method))
    const method = isKnown ? methods[request.method] : undefined
    if (method === undefined) throw unknownMethod(request)
    const result = await method(request, caller)
    if (!request.isModern) return withoutHints(result)
    return { resultType: 'complete', ...result, _meta: { [metaKeys.serverInfo]: serverInfo } }
  }

  /** What a client is notified of: its resources, as far as the caller may read them. Other lists never change. */
  function subscriptionTo({ id, params }: McpRequest, caller: McpCaller): McpSubscription {
    const { notifications } = params
    const uris = isObject(notifications) ? (notifications.resourceSubscriptions ?? []) : undefined
    if (!Array.isArray(uris) || uris.length > maxSubscriptions || uris.some((uri) => typeof uri !== 'string')) {
      throw new McpError('invalidParams', mcpErrors.notificationsRequired({ max: maxSubscriptions }))
    }
    if (id === undefined) throw new McpError('invalidRequest', mcpErrors.listenNeedsId(), { status: 400 })
    const wanted = resources.filter((resource) => uris.includes(resource.uri) && isReadable(caller, resource))
    const _meta = { [metaKeys.subscriptionId]: id }
    const honored = wanted.length === 0 ? {} : { resourceSubscriptions: wanted.map(({ uri }) => uri) }
    return {
      acknowledged: notification('notifications/subscriptions/acknowledged', { notifications: honored, _meta }),
      urisChangedBy: (type) =>
        wanted.filter(({ changesWith }) => changesWith.some((start) => type.startsWith(start))).map(({ uri }) => uri),
      updated: (uri) => notification('notifications/resources/updated', { uri, _meta }),
      ended: resultMessage(id, { resultType: 'complete', _meta: { ..._meta, [metaKeys.serverInfo]: serverInfo } }),
    }
  }

  return {
    /** Begins what `subscriptions/listen` asks for. A refusal is an answer as to every other message. */
    async listen(
      message: unknown,
      caller: McpCaller,
      check: (request: McpRequest) => Promise<void> | void,
    ): Promise<McpSubscription | McpAnswer> {
      try {
        const request = readMessage(message)
        await check(request)
        if (!request.isModern) throw unknownMethod(request)
        requireMeta(request)
        return subscriptionTo(request, caller)
      } catch (error) {
        if (!(error instanceof McpError)) throw error
        return { status: error.status, message: errorMessage(isObject(message) ? message.id : undefined, error) }
      }
    },

    /** The answer to one message. `check` refuses what the transport knows to be wrong. Unexpected errors are thrown. */
    async answer(
      message: unknown,
      caller: McpCaller,
      check: (request: McpRequest) => Promise<void> | void = () => {},
    ): Promise<McpAnswer> {
      try {
        const request = readMessage(message)
        await check(request)
        // A notification gets no answer.
        if (request.id === undefined) return { status: 202 }
        return { status: 200, message: resultMessage(request.id, await run(request, caller)) }
      } catch (error) {
        if (!(error instanceof McpError)) throw error
        return { status: error.status, message: errorMessage(isObject(message) ? message.id : undefined, error) }
      }
    },
  }
}

/** Messages of one open stream. */
export interface McpSubscription {
  /** The first one: what the client will be notified of. */
  readonly acknowledged: Json
  /** The resources that may read differently after an event of this type. */
  urisChangedBy(type: string): readonly string[]
  updated(uri: string): Json
  /** The last one, where the server ends the stream. */
  readonly ended: Json
}

const maxSubscriptions = 100
const jsonType = 'application/json'
/** These belong to the handshake, which the modern protocol does not have. */
const legacyMethods: ReadonlySet<string> = new Set(['initialize', 'ping'])

function unknownMethod({ method, isModern }: McpRequest): McpError {
  const message = mcpErrors.unknownMethod({ method: shorten(method) })
  return new McpError('unknownMethod', message, { status: isModern ? 404 : 200 })
}

/** How long a client may keep the result. What depends on the key is private. */
function cached(ttlMs: number, cacheScope: 'public' | 'private' = 'private'): Json {
  return { ttlMs, cacheScope }
}

/** Clients of older revisions do not know them. */
function withoutHints({ ttlMs: _, cacheScope: __, ...result }: Json): Json {
  return result
}

function requireFirstPage({ params }: McpRequest): void {
  if (params.cursor !== undefined) throw new McpError('invalidParams', mcpErrors.noPages())
}

function textOf(params: Json, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') {
    throw new McpError('invalidParams', mcpErrors.paramsRequired({ name }))
  }
  return value
}

function shownPrompt(prompt: Prompt): Json {
  return {
    name: prompt.name,
    title: prompt.title(),
    description: prompt.help(),
    arguments: prompt.arguments.map(({ name, help, isRequired }) => {
      return { name, description: help(), required: isRequired }
    }),
  }
}

const maxArgumentLength = 500

function argumentsOf(prompt: Prompt, given: unknown): Readonly<Record<string, string>> {
  const values = isObject(given) ? given : {}
  return Object.fromEntries(
    prompt.arguments.map(({ name }) => {
      const value = values[name]
      if (typeof value !== 'string' || value.trim() === '') {
        throw new McpError('invalidParams', mcpErrors.argumentRequired({ prompt: prompt.name, name }))
      }
      return [name, value.slice(0, maxArgumentLength)]
    }),
  )
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
