import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  pageAt,
  pageByShortcut,
  pageRoutes,
  paletteTargets,
  railPlaces,
  visiblePages,
} from '../../panel/src/shell/navigation.ts'
import { definePage, type PanelPage } from '../../src/definitions/define-page.ts'
import { places } from '../../src/definitions/places.ts'
import { formerPaths, pageSamples } from '../../src/registry/page-addresses.ts'
import { addressPattern, panelPages } from '../../src/registry/panel-pages.ts'

const polls = definePage({
  name: 'polls',
  path: '/polls',
  title: 'Polls',
  place: 'rounds',
  icon: 'check',
  shortcut: 'p',
  role: 'moderator',
  routes: ['/:id'],
  actions: { create: { title: 'New poll', path: '/polls/new', icon: 'plus', role: 'editor' } },
})
const pages: readonly PanelPage[] = [...panelPages, polls]

describe('a page of the panel', () => {
  it('is in rail, palette, shortcuts and routes once it is in the list', () => {
    const { rail } = railPlaces(pages, { role: 'owner', used: [], opened: [] })
    assert.equal(rail.find(({ name }) => name === 'rounds')?.pages.at(-1), polls)
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
      assert.ok(pageSamples[page.name].length > 0, page.name)
      for (const sample of pageSamples[page.name]) {
        assert.equal(pageAt(panelPages, sample.split('?')[0] ?? ''), page, sample)
      }
    }
  })

  it('leaves room in the bar of a phone, which holds four pages', () => {
    assert.equal(panelPages.filter(({ inPhoneBar }) => inPhoneBar).length, 4)
  })

  it('has one place, and no address of the past is one of today', () => {
    for (const page of panelPages) assert.ok(places.includes(page.place), page.name)
    const former = Object.values(formerPaths).flat()
    assert.equal(new Set(former).size, former.length)
    for (const path of former) assert.equal(pageAt(panelPages, path), undefined, path)
  })
})

describe('the rail of the panel', () => {
  const titles = (use: Partial<Parameters<typeof railPlaces>[1]> = {}) => {
    const { rail, more } = railPlaces(panelPages, { role: 'owner', used: [], opened: [], ...use })
    return { rail: rail.map(({ title }) => title), more: more.map(({ title }) => title) }
  }

  it('has eleven places on a new channel, and the others under More', () => {
    assert.deepEqual(titles(), {
      rail: [
        'Home',
        'Run of show',
        'Overlay',
        'Alerts',
        'Commands',
        'Automations',
        'Giveaways & polls',
        'Music',
        'Viewers',
        'Phone deck',
        'Settings',
      ],
      more: ['Rewards', 'Counters & timers', 'AI bot', 'Developer'],
    })
  })

  it('adds an occasional place when the channel uses it or somebody has opened it, above Settings', () => {
    assert.deepEqual(titles({ used: ['values'], opened: ['developer'] }).rail.slice(-4), [
      'Phone deck',
      'Counters & timers',
      'Developer',
      'Settings',
    ])
    assert.deepEqual(titles({ used: ['values'], opened: ['developer'] }).more, ['Rewards', 'AI bot'])
  })

  it('shows moderators and read-only members what they use, and the rest under More', () => {
    const moderator = titles({ role: 'moderator', used: ['rewards', 'ai', 'developer'] })
    assert.deepEqual(moderator.more, ['Automations', 'Counters & timers', 'AI bot', 'Developer'])
    assert.equal(moderator.rail.includes('Rewards'), true)
    assert.deepEqual(titles({ role: 'viewer' }).rail, [
      'Home',
      'Run of show',
      'Commands',
      'Giveaways & polls',
      'Music',
      'Viewers',
      'Settings',
    ])
  })

  it('leads to a page that the member may open', () => {
    const { more } = railPlaces(panelPages, { role: 'moderator', used: [], opened: [] })
    assert.equal(more.find(({ name }) => name === 'developer')?.path, '/developer/console')
  })
})
