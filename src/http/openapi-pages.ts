import type { Names } from '../contract/names.ts'
import { createOpenApi, type OpenApiDocument } from '../openapi.ts'
import { toOpenApi30 } from '../openapi-30.ts'
import type { Operation } from '../operation.ts'
import { sendJson } from './answer.ts'
import type { PageRoute } from './server.ts'

/** The contract, for tools that read it from the running server. Open to all: it holds no secret. */
export function createOpenApiPages(needs: {
  operations: readonly Operation[]
  names: Names
  version: string
  /** Asked on the first visit, when the port is known. */
  serverUrl: () => string | undefined
}): readonly PageRoute[] {
  const { serverUrl, ...parts } = needs
  const document = () => createOpenApi({ ...parts, serverUrl: serverUrl() })
  return [page('/openapi.json', document), page('/openapi-3.0.json', () => toOpenApi30(document()))]
}

/** Nothing in it changes while the server runs, so it is built once, when somebody first asks. */
function page(path: string, build: () => OpenApiDocument): PageRoute {
  let body: string | undefined
  return {
    method: 'GET',
    path,
    handle(_req, res, { requestId }) {
      body ??= JSON.stringify(build())
      sendJson(res, 200, body, requestId)
    },
  }
}
