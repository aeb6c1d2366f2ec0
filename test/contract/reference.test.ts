import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openApiOfSpecification } from '../../scripts/committed-openapi.ts'
import { fillErrorsPage } from '../../scripts/docs/errors-page.ts'
import { fillEventsPage } from '../../scripts/docs/events-page.ts'
import { fillWidgetDataPage } from '../../scripts/docs/widget-data-page.ts'
import { createReferencePages } from '../../src/docs/reference-pages.ts'
import { operations } from '../../src/operations.ts'
import { eventRegistry } from '../../src/registry/event-registry.ts'

const docs = new URL('../../docs/', import.meta.url)
const folder = new URL('reference/', docs)
const advice = 'run npm run reference'

describe('the reference', () => {
  const pages = createReferencePages(openApiOfSpecification())

  it('has a page for each operation and an index, and no other', () => {
    assert.deepEqual(readdirSync(folder).sort(), [...pages.keys()].sort(), advice)
  })

  for (const [name, text] of pages) {
    it(`is committed as the code makes it: ${name}`, () => {
      assert.equal(readFileSync(new URL(name, folder), 'utf8'), text, advice)
    })
  }

  it('shows every example answer as it is', () => {
    for (const { name, example } of operations) {
      const [, json = ''] = /```json\n([\s\S]*?)```/.exec(pages.get(`${name}.md`) ?? '') ?? []
      assert.deepEqual(JSON.parse(json), { success: true, ...example.output }, name)
    }
  })

  it('reports every failure code there is', () => {
    const page = readFileSync(new URL('errors.md', docs), 'utf8')
    assert.equal(page, fillErrorsPage(page, operations), advice)
  })

  it('lists every kind of event with who may read it', () => {
    const page = readFileSync(new URL('events.md', docs), 'utf8')
    assert.equal(page, fillEventsPage(page, eventRegistry), advice)
  })

  it('describes the data of every source of widgets', () => {
    const page = readFileSync(new URL('widgets-data.md', docs), 'utf8')
    assert.equal(page, fillWidgetDataPage(page), advice)
  })

  it('has no link that leads nowhere', () => {
    const files = ['errors.md', 'events.md', 'widgets-data.md', ...[...pages.keys()].map((name) => `reference/${name}`)]
    for (const file of files) {
      const page = readFileSync(new URL(file, docs), 'utf8')
      for (const [, target = ''] of page.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        assert.doesNotThrow(() => readFileSync(new URL(target, new URL(file, docs))), `${file} links to ${target}`)
      }
    }
  })
})
