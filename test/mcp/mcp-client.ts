import type { TestApp } from '../create-test-app.ts'

const metaPrefix = 'io.modelcontextprotocol/'
export const modern = '2026-07-28'

interface Sending {
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface McpAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the tests read what the protocol promises
  readonly body: any
}

/** Sends what is given as it is, so that a test can break every rule. */
export async function send(
  app: TestApp,
  body: unknown,
  { key = app.key, headers = {} }: Sending = {},
): Promise<McpAnswer> {
  const response = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** A request as clients send it after `initialize`. */
export function legacy(app: TestApp, method: string, params: object = {}, sending?: Sending): Promise<McpAnswer> {
  return send(app, { jsonrpc: '2.0', id: 1, method, params }, sending)
}

/** A request of the revision without a handshake, with everything that it must have. */
export function stateless(
  app: TestApp,
  method: string,
  params: { readonly name?: string; readonly uri?: string; readonly [more: string]: unknown } = {},
  { key, headers = {} }: Sending = {},
): Promise<McpAnswer> {
  const _meta = { [`${metaPrefix}protocolVersion`]: modern, [`${metaPrefix}clientCapabilities`]: {} }
  const name = params.name ?? params.uri
  return send(
    app,
    { jsonrpc: '2.0', id: 'a', method, params: { ...params, _meta } },
    {
      ...(key !== undefined && { key }),
      headers: {
        'MCP-Protocol-Version': modern,
        'Mcp-Method': method,
        ...(name !== undefined && { 'Mcp-Name': name }),
        ...headers,
      },
    },
  )
}
