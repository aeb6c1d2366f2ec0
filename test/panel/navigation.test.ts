import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  pageAt,
  pageByShortcut,
  pageRoutes,
  paletteTargets,
  railGroups,
  visiblePages,
} from '../../panel/src/shell/navigation.ts'
import { definePage, type PanelPage } from '../../src/definitions/define-page.ts'
import { addressPattern, panelPages } from '../../src/registry/panel-pages.ts'

const polls = definePage({
  name: 'polls',
  path: '/polls',
  title: 'Polls',
  group: 'content',
  icon: 'check',
  shortcut: 'p',
  role: 'moderator',
  routes: ['/:id'],
  actions: { create: { title: 'New poll', path: '/polls/new', icon: 'plus', role: 'editor' } },
  samples: ['/polls'],
})
const pages: readonly PanelPage[] = [...panelPages, polls]

describe('a page of the panel', () => {
  it('is in rail, palette, shortcuts and routes once it is in the list', () => {
    const content = railGroups(pages, 'owner').find(({ group }) => group === 'content')
    assert.equal(content?.pages.at(-1), polls)
    const palette = paletteTargets(pages, 'owner')
    assert.ok(palette.pages.includes(polls))
    assert.deepEqual(
      palette.actions.filter(({ path }) => path.startsWith('/polls')).map(({ title }) => title()),
      ['New poll'],
    )
    assert.equal(pageByShortcut(pages, 'owner', 'p'), polls)
    assert.deepEqual(
      pageRoutes(pages)
        .filter(({ name }) => name === 'polls')
        .map(({ path }) => path),
      ['/polls', '/polls/:id'],
    )
    assert.equal(pageAt(pages, '/polls/3'), polls)
    assert.match('/polls/3', addressPattern(pages))
    assert.doesNotMatch('/polls/3', addressPattern(panelPages))
    assert.equal(polls.title(), 'Polls')
  })

  it('is hidden from those whose role is too low, and so are its actions', () => {
    assert.equal(visiblePages(pages, 'viewer').includes(polls), false)
    assert.equal(pageByShortcut(pages, 'viewer', 'p'), undefined)
    assert.deepEqual(paletteTargets(pages, 'viewer').actions, [])
    const seen = paletteTargets(pages, 'moderator')
    assert.ok(seen.pages.includes(polls))
    assert.deepEqual(seen.actions, [])
  })

  it('has a name, an address and a shortcut of its own, and samples below its address', () => {
    for (const field of ['name', 'path', 'shortcut'] as const) {
      assert.equal(new Set(panelPages.map((page) => page[field])).size, panelPages.length, field)
    }
    for (const page of panelPages) {
      assert.ok(page.samples.length > 0, page.name)
      for (const sample of page.samples) {
        assert.equal(pageAt(panelPages, sample.split('?')[0] ?? ''), page, sample)
      }
    }
  })

  it('leaves room in the bar of a phone, which holds four pages', () => {
    assert.equal(panelPages.filter(({ inPhoneBar }) => inPhoneBar).length, 4)
  })
})
