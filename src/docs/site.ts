import { posix } from 'node:path'
import type { OpenApiDocument } from '../api-description/openapi.ts'
import { createEventTypesPage } from './event-types-page.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'
import { plainText } from './markdown-inline.ts'
import { docsMessages } from './messages.ts'
import { addressOf, pathPrefix } from './navigation.ts'
import { createReferencePages } from './reference-pages.ts'

export interface DocsPage extends Rendered {
  /** Its file in `docs/` without the ending. */
  readonly name: string
  readonly title: string
  /** The operation that the page describes. */
  readonly operation: string | undefined
}

/** One place that the search finds. */
export interface SearchEntry {
  readonly address: string
  readonly page: string
  readonly heading: string
  /** The beginning of the text, which is shown. */
  readonly text: string
  /** The other words of the section, each once. */
  readonly words: string
}

const maxSearchText = 400
const documents: ReadonlySet<string> = new Set(['../openapi.json', '../asyncapi.json'])

export type DocsSite = ReturnType<typeof createDocsSite>

/**
 * The pages of the docs: files of `docs/`, the reference from the OpenAPI document and the types of events from the
 * AsyncAPI document. Each is rendered when it is first asked for.
 */
export function createDocsSite(needs: {
  /** The text of each Markdown file, by its name without the ending. */
  files: ReadonlyMap<string, string>
  pictures: ReadonlySet<string>
  openApi: OpenApiDocument
  asyncApi: Readonly<Record<string, unknown>>
  /** The name of an operation on this server. */
  operationName: (name: string) => string
}) {
  const { files, pictures, openApi, asyncApi, operationName } = needs
  const reference = new Map(
    [...createReferencePages(openApi)].map(([file, text]) => [`reference/${file.replace(/\.md$/, '')}`, text]),
  )
  const sources = new Map([...files, ...reference, ['event-types', createEventTypesPage(asyncApi)]])
  const rendered = new Map<string, DocsPage>()
  const titles = new Map([...sources].map(([name, text]) => [name, titleOf(name, text)]))

  /** Where a link of a page leads; undefined for files that are in the repository only. */
  function linkFrom(page: string, target: string, sort: 'link' | 'picture'): string | undefined {
    if (/^[a-z]+:/i.test(target) || target.startsWith('#') || target.startsWith('/')) return target
    const [path = '', fragment] = target.split('#')
    const file = posix.join(posix.dirname(page), path)
    if (documents.has(file)) return file.slice(2)
    if (sort === 'picture') return pictures.has(posix.basename(file)) ? `${pathPrefix}/${file}` : undefined
    const name = file
      .replace(/\.md$/, '')
      .replace(/^reference\/(?!README$)(.+)$/, (_, of) => `reference/${operationName(of)}`)
    const known = sources.has(name) ? name : `${name}/README`
    if (!sources.has(known)) return undefined
    return addressOf(known) + (fragment === undefined ? '' : `#${fragment}`)
  }

  function find(name: string): DocsPage | undefined {
    const known = rendered.get(name)
    if (known !== undefined) return known
    const source = sources.get(name)
    if (source === undefined) return undefined
    const page = {
      name,
      title: titles.get(name) ?? name,
      operation: reference.has(name) && !name.endsWith('/README') ? name.slice('reference/'.length) : undefined,
      ...renderMarkdown(source, (target, sort) => linkFrom(name, target, sort)),
    }
    rendered.set(name, page)
    return page
  }

  return {
    names: new Set(sources.keys()) as ReadonlySet<string>,
    find,
    titleOf: (name: string): string => titles.get(name) ?? name,

    /** The page at an address below `/docs/`. */
    findAt: (path: string): DocsPage | undefined => find(path === '' ? 'README' : path) ?? find(`${path}/README`),

    /** Everything that can be found, one entry for each heading. Other requests get their turn in between. */
    async searchEntries(): Promise<readonly SearchEntry[]> {
      const entries: SearchEntry[] = []
      for (const name of sources.keys()) {
        const page = find(name)
        for (const { heading, text } of page?.sections ?? []) {
          const whole = text.replace(/\s+/g, ' ').trim()
          const shown = beginningOf(whole)
          entries.push({
            address: heading.level === 1 ? addressOf(name) : `${addressOf(name)}#${heading.id}`,
            page: page?.title ?? name,
            heading: heading.text,
            text: shown,
            words: otherWords(whole.slice(shown.length), shown),
          })
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
      return entries
    },
  }
}

/** Whole words, so that each can be found. */
function beginningOf(text: string): string {
  if (text.length <= maxSearchText) return text
  const end = text.lastIndexOf(' ', maxSearchText)
  return text.slice(0, end > 0 ? end : maxSearchText)
}

function otherWords(rest: string, shown: string): string {
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const known = new Set(wordsIn(shown))
  return [...new Set(wordsIn(rest))].filter((word) => !known.has(word)).join(' ')
}

/** The first heading. */
function titleOf(name: string, text: string): string {
  if (name === 'reference/README') return docsMessages.reference()
  if (name === 'event-types') return docsMessages.events()
  return plainText(/^# (.+)$/m.exec(text)?.[1] ?? name)
}
