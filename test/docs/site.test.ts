import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { find } from '../../panel/src/docs/find.ts'
import type { SearchEntry } from '../../src/docs/site.ts'
import { operations } from '../../src/operations.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { userQuestions } from './user-questions.ts'

runsOn('sqlite', { because: 'nothing of it is stored' })
needs('panel')

interface Collection {
  readonly info: { readonly schema: string }
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly {
    readonly item: readonly {
      readonly request: { readonly url: { readonly raw: string }; readonly body: { readonly raw: string } }
    }[]
  }[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/reference/**', 'docs/project/**'] })

describe('the docs of a server', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const get = (path: string) => fetch(app.url + path)
  const page = async (path: string) => {
    const response = await get(path)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  const search = async () => (await (await get('/docs/search.json')).json()) as readonly SearchEntry[]

  it('show every file of docs/, every operation and every type of event, without a sign-in', async () => {
    const found = await search()
    const pages = [...new Set(found.map(({ address }) => address.replace(/#.*/, '')))]
    for (const file of files) {
      const path = `/${file.replace(/\.md$/, '')}`.replace(/\/README$/, '')
      assert.ok(pages.includes(path), path)
    }
    for (const { name } of operations) assert.ok(pages.includes(`/docs/reference/${name}`), name)
    const events = await page('/docs/event-types')
    for (const { type } of publishedEvents) assert.ok(events.includes(`>${type} <`), type)
    // Every page is there, and the links of all pages lead somewhere.
    const ids = new Map<string, ReadonlySet<string>>()
    const links: { from: string; to: string }[] = []
    for (const path of pages) {
      const html = await page(path)
      assert.match(html, /<main id="content"/)
      assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/, `${path} has nothing inline`)
      ids.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)))
      for (const [, to = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) links.push({ from: path, to })
    }
    const dead = links.filter(({ from, to }) => {
      if (!to.startsWith('/docs') && !to.startsWith('#')) return false
      const [path = '', id] = to.startsWith('#') ? [from, to.slice(1)] : to.split('#')
      const known = ids.get(path)
      return known === undefined || (id !== undefined && id !== 'content' && !known.has(id))
    })
    assert.deepEqual(dead, [])
  })

  it('are found by their words: headings before texts', async () => {
    const entries = await search()
    assert.equal(find(entries, 'add-points')[0]?.address, '/docs/reference/add-points')
    assert.ok(find(entries, 'home assistant')[0]?.address.startsWith('/docs/'))
    assert.equal(find(entries, 'points.changed')[0]?.heading, 'points.changed')
    assert.deepEqual(find(entries, 'zzzz'), [])
    assert.ok(find(entries, 'zzzz overlay').length > 0, 'by any of the words')
    assert.ok(find(entries, 'a').length <= 20)
  })

  it('answer what users ask: the right page is among the first three', async () => {
    const entries = await search()
    const wrong = userQuestions.filter(([question, ...pages]) => {
      const first = find(entries, question).slice(0, 3)
      return !first.some(({ address }) => pages.includes(address.replace(/#.*/, '')))
    })
    assert.ok(userQuestions.length >= 60)
    assert.deepEqual(
      wrong.map(
        ([question]) =>
          `${question}: ${find(entries, question)
            .slice(0, 3)
            .map(({ address }) => address)}`,
      ),
      [],
    )
  })

  it('are for users: pages about the project are neither shown nor found', async () => {
    for (const name of ['threat-model', 'project/threat-model', 'project/decisions'])
      assert.equal((await get(`/docs/${name}`)).status, 404, name)
    assert.ok((await search()).every(({ address }) => !address.startsWith('/docs/project')))
  })

  it('have a collection with the example of every operation, in the format of Postman 2.1, without a key in it', async () => {
    const { info, variable, item } = (await (await get('/docs/postman.json')).json()) as Collection
    assert.match(info.schema, /collection\/v2\.1\.0\/collection\.json$/)
    assert.deepEqual(variable, [
      { key: 'url', value: app.url },
      { key: 'key', value: '' },
    ])
    const requests = item.flatMap((group) => group.item)
    assert.deepEqual(
      requests.map(({ request }) => [request.url.raw, JSON.parse(request.body.raw)]).sort(),
      operations.map(({ name, example }) => [`{{url}}/v1/${name}`, example.input]).sort(),
    )
  })

  it('run no code but our own and send nothing elsewhere', async () => {
    const response = await get('/docs')
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'/)
    assert.match(policy, /trusted-types 'none'/)
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  })

  it('answer a page that does not exist with 404, also for paths that lead out of the folder', async () => {
    for (const path of [
      '/docs/no-such',
      '/docs/reference/no-such',
      '/docs/%2e%2e/package',
      '/docs/images/..%2fREADME.md',
      '/docs/images/no.png',
    ]) {
      assert.equal((await get(path)).status, 404, path)
    }
    assert.equal((await get('/docs/')).status, 200)
    assert.equal((await get('/docs/images/sandbox.webp')).headers.get('content-type'), 'image/webp')
  })
})

describe('the docs of a server with the names of the platforms', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ naming: 'brand' })
  })
  after(() => app.close())

  it('describe operations by the names that this server has, with its address', async () => {
    const html = await (await fetch(`${app.url}/docs/reference/get-kick-subscribers`)).text()
    assert.match(html, /get-kick-subscribers/)
    assert.ok(html.includes(`${app.url}/v1/get-kick-subscribers`))
    assert.equal((await fetch(`${app.url}/docs/reference/get-alpha-subscribers`)).status, 404)
  })
})
