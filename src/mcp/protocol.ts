import { mcpErrors } from './messages.ts'

/**
 * The Model Context Protocol: JSON-RPC 2.0 messages. Since 2026-07-28 every request says its version itself; before, a
 * client began with `initialize`. Both are served. https://modelcontextprotocol.io/specification
 */
export const modernVersion = '2026-07-28'
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export const allVersions: readonly string[] = [modernVersion, ...legacyVersions]

export const listenMethod = 'subscriptions/listen'

export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

type Json = Readonly<Record<string, unknown>>

/** A refusal with the code of the protocol. */
export class McpError extends Error {
  readonly code: number
  readonly data: unknown
  /** Of HTTP: that of an answer, unless the message itself is refused. */
  readonly status: 200 | 400 | 404

  constructor(
    name: keyof typeof errorCodes,
    message: string,
    { data, status = 200 }: { data?: unknown; status?: 200 | 400 | 404 } = {},
  ) {
    super(message)
    this.code = errorCodes[name]
    this.data = data
    this.status = status
  }
}

/** What is sent back, with the status of HTTP. Without a message: a notification was received. */
export interface McpAnswer {
  readonly status: 200 | 202 | 400 | 404
  readonly message?: Json
}

export interface McpRequest {
  /** Undefined for a notification, which gets no answer. */
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Json
  /** Whether the request says its version itself, as since 2026-07-28. */
  readonly isModern: boolean
}

/** Throws an `McpError` for what is not one request or notification. */
export function readMessage(message: unknown): McpRequest {
  if (!isObject(message)) throw new McpError('invalidRequest', mcpErrors.notJsonRpc(), { status: 400 })
  const { jsonrpc, id, method, params = {} } = message
  const isId = id === undefined || typeof id === 'string' || Number.isInteger(id)
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId || !isObject(params)) {
    throw new McpError('invalidRequest', mcpErrors.notJsonRpc(), { status: 400 })
  }
  const meta = isObject(params._meta) ? params._meta : {}
  const isModern = meta[metaKeys.version] !== undefined || method === 'server/discover'
  return { id: id as string | number | undefined, method, params, isModern }
}

/** Throws an `McpError` unless a request of the modern protocol has what each one must have. */
export function requireMeta({ params }: McpRequest): void {
  const meta = isObject(params._meta) ? params._meta : {}
  const requested = meta[metaKeys.version]
  if (typeof requested !== 'string') {
    throw new McpError('invalidParams', mcpErrors.metaRequired({ name: metaKeys.version }), { status: 400 })
  }
  if (requested !== modernVersion) {
    throw unsupportedVersion(requested)
  }
  if (!isObject(meta[metaKeys.clientCapabilities])) {
    const message = mcpErrors.metaRequired({ name: metaKeys.clientCapabilities })
    throw new McpError('invalidParams', message, { status: 400 })
  }
}

export function unsupportedVersion(requested: string): McpError {
  const data = { supported: allVersions, requested }
  return new McpError('unsupportedVersion', mcpErrors.unsupportedVersion(), { data, status: 400 })
}

export function resultMessage(id: McpRequest['id'], result: Json): Json {
  return { jsonrpc: '2.0', id, result }
}

export function notification(method: string, params: Json): Json {
  return { jsonrpc: '2.0', method, params }
}

/** `id` is absent where it could not be read. */
export function errorMessage(id: unknown, { code, message, data }: McpError): Json {
  const known = typeof id === 'string' || typeof id === 'number' ? { id } : {}
  return { jsonrpc: '2.0', ...known, error: { code, message, ...(data !== undefined && { data }) } }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
