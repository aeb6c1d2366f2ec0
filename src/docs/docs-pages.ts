import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createAsyncApi } from '../api-description/asyncapi.ts'
import { createOpenApi, type OpenApiDocument } from '../api-description/openapi.ts'
import { type BuiltFile, builtFile, sendBuilt } from '../kernel/http/built-files.ts'
import { html } from '../kernel/http/html.ts'
import { httpMessages } from '../kernel/http/messages.ts'
import type { PageRoute } from '../kernel/http/page-route.ts'
import { createStaticFiles } from '../kernel/http/static-files.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Names } from '../registry/names.ts'
import { publishedEvents } from '../registry/published-events.ts'
import { pageBody } from './layout.ts'
import { docsMessages as messages } from './messages.ts'
import { pathPrefix } from './navigation.ts'
import { createPostmanCollection } from './postman.ts'
import { createDocsSite, type DocsSite } from './site.ts'

const searchPath = `${pathPrefix}/search.json`
const collectionPath = `${pathPrefix}/postman.json`
const jsonType = 'application/json; charset=utf-8'
const headers = { 'Cache-Control': 'no-cache' }

/**
 * `/docs`: guides, reference and types of events, in the names of this server and without another one. Nothing of it is
 * secret, so it needs no sign-in. Each page is built once, when it is first asked for.
 */
export function createDocsPages(needs: {
  operations: readonly Operation[]
  names: Names
  version: string
  /** Called with the first request, when the port is known. */
  serverUrl: () => string | undefined
  docs?: URL
  template?: URL
}): readonly PageRoute[] {
  const { operations, names, version, serverUrl } = needs
  const { docs = new URL('../../docs/', import.meta.url) } = needs
  const { template = new URL('../../panel/dist/docs.html', import.meta.url) } = needs
  const built = new Map<string, BuiltFile>()
  let loading: Promise<{ site: DocsSite; frame: string; openApi: OpenApiDocument }> | undefined

  async function load() {
    const frame = await readFile(template, 'utf8').catch((error: unknown) => {
      throw new Failure('not_found', { message: httpMessages.panelNotBuilt.of(), cause: error })
    })
    const parts = { operations, names, version, serverUrl: serverUrl() }
    const openApi = createOpenApi(parts)
    const site = createDocsSite({
      files: await readMarkdown(docs),
      pictures: new Set(await readdir(new URL('images/', docs)).catch(() => [])),
      openApi,
      asyncApi: createAsyncApi({ ...parts, published: publishedEvents }),
      operationName: (name) => names.operation(name),
    })
    return { site, frame, openApi }
  }

  function loaded() {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function build(path: string): Promise<BuiltFile> {
    const { site, frame } = await loaded()
    const page = site.findAt(path)
    if (page === undefined) throw new Failure('not_found', { message: messages.notFound.of() })
    const title = html`${messages.pageTitle({ page: page.title })}`.text
    const text = frame
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      .replace('<!-- content -->', () => pageBody(site, page).text)
    return builtFile('text/html; charset=utf-8', Buffer.from(text), true)
  }

  async function buildSearch(): Promise<BuiltFile> {
    const { site } = await loaded()
    const entries = Buffer.from(JSON.stringify(await site.searchEntries()))
    return builtFile(jsonType, entries, true)
  }

  async function buildCollection(): Promise<BuiltFile> {
    const { openApi } = await loaded()
    return builtFile(jsonType, Buffer.from(JSON.stringify(createPostmanCollection(openApi), null, 2)), true)
  }

  /** Only what exists is kept, so that addresses nobody has written down fill no memory. */
  async function fileAt(path: string, make: () => Promise<BuiltFile>): Promise<BuiltFile> {
    const known = built.get(path)
    if (known !== undefined) return known
    const made = await make()
    built.set(path, made)
    return made
  }

  const sendPage: PageRoute['handle'] = async (req, res, { url }) => {
    const path = url.pathname.slice(pathPrefix.length + 1).replace(/\/$/, '')
    await sendBuilt(req, res, await fileAt(path, () => build(path)), headers)
  }

  return [
    { method: 'GET', path: pathPrefix, handle: sendPage },
    {
      method: 'GET',
      path: searchPath,
      handle: async (req, res) => sendBuilt(req, res, await fileAt(searchPath, buildSearch), headers),
    },
    {
      method: 'GET',
      path: collectionPath,
      handle: async (req, res) => sendBuilt(req, res, await fileAt(collectionPath, buildCollection), headers),
    },
    createStaticFiles(`${pathPrefix}/images`, fileURLToPath(new URL('images/', docs))),
    { method: 'GET', path: `${pathPrefix}/*`, handle: sendPage },
  ]
}

/** The reference is drawn from the code, and `project/` is for those who develop or review Showcaller. */
async function readMarkdown(docs: URL): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(docs, { recursive: true })
  const names = found
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && !/^(?:reference|project)\//.test(file))
    .map((file) => file.slice(0, -'.md'.length))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(`${name}.md`, docs), 'utf8')] as const)),
  )
}
