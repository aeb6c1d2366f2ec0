import { createAsyncApi } from '../../api-description/asyncapi.ts'
import { createOpenApi } from '../../api-description/openapi.ts'
import { toOpenApi30 } from '../../api-description/openapi-30.ts'
import { builtFile, sendBuilt } from '../../kernel/http/built-files.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { closedPolicy } from '../../kernel/http/response.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import type { Names } from '../../registry/names.ts'
import { publishedEvents } from '../../registry/published-events.ts'

/** The OpenAPI and AsyncAPI documents. They contain no secrets, so they need no authentication. */
export function createOpenApiPages(needs: {
  operations: readonly Operation[]
  names: Names
  version: string
  /** Called with the first request, when the port is known. */
  serverUrl: () => string | undefined
}): readonly PageRoute[] {
  const { serverUrl, ...parts } = needs
  const document = () => createOpenApi({ ...parts, serverUrl: serverUrl() })
  return [
    page('/openapi.json', document),
    page('/openapi-3.0.json', () => toOpenApi30(document())),
    page('/asyncapi.json', () => createAsyncApi({ ...parts, published: publishedEvents, serverUrl: serverUrl() })),
  ]
}

/** It is no page: a browser that shows it as one runs, loads and embeds nothing. */
const headers = { 'Content-Security-Policy': closedPolicy, 'Cache-Control': 'no-store' }

/**
 * The document never changes while the server runs, so it is built once, with the first request. Kept as bytes: as text
 * it was encoded anew for everybody, which took most of a call that needs no key.
 */
function page(path: string, build: () => object): PageRoute {
  const file = whenNeeded(() =>
    builtFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(build())), true),
  )
  return {
    method: 'GET',
    path,
    handle: (req, res) => sendBuilt(req, res, file(), headers),
  }
}
