import { asObject, type JsonObject } from '../calls/json-fields.ts'

const timeoutMs = 10_000
const maxBytes = 64 * 1024

/** The API of a provider answered with an error. */
export class ProviderAnswer extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the provider answered with status ${status}`)
    this.status = status
  }

  /** Whether the credentials are the reason. */
  get isRefusal(): boolean {
    return this.status === 401 || this.status === 403
  }
}

/** Calls the API of a provider. It follows no redirect, so that a token goes nowhere else. */
export async function askProvider(
  url: URL,
  { token, body, signal }: { token?: string; body?: object; signal: AbortSignal },
): Promise<JsonObject> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: 'application/json',
      'User-Agent': 'showcaller',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderAnswer(response.status)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`${url.host} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return asObject(JSON.parse(Buffer.concat(chunks).toString()))
}

/**
 * Where the API of a provider is, which has its sockets elsewhere. Another server that was set, as tests do, has both at
 * one address.
 */
export function apiBeside(socketUrl: string, own: { readonly socket: string; readonly api: string }): string {
  return socketUrl === own.socket ? own.api : socketUrl.replace(/^ws/, 'http')
}
