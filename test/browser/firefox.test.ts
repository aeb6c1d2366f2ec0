import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { panelPages } from '../../src/registry/panel-pages.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { type Firefox, type FirefoxTab, launchFirefox } from './firefox.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('firefox', 'panel')
hasLongVersion('every page of the menu, instead of every third')

describe('in Firefox', () => {
  let app: TestApp
  let firefox: Firefox | undefined
  before(async () => {
    app = await createTestApp()
    firefox = await launchFirefox()
  })
  after(async () => {
    await firefox?.close()
    await app.close()
  })

  async function open(): Promise<FirefoxTab> {
    assert.ok(firefox)
    return firefox.open()
  }

  it('a person signs in and finds the pages of the panel by its menu', async () => {
    const tab = await open()
    await tab.goto(`${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)
    await tab.click('main button, form button')
    for (const { path, ...page } of panelPages.filter((_, at) => isLongRun || at % 3 === 1)) {
      const title = page.title()
      const link = `nav a[href="${path}"]`
      // A place lists its further pages once it is open, and the menu has a place that is rarely used once it was opened.
      const isListed = await tab.evaluate<boolean>(`document.querySelector('${link}') !== null`)
      const first = panelPages.find(({ place }) => place === page.place)
      if (!isListed) await tab.goto(`${app.url}${first?.path}`)
      await tab.click(link)
      const isThere = path === '/' ? `location.pathname === '/'` : `location.pathname.startsWith('${path}')`
      await tab.until(`${path} in the address`, isThere)
      await tab.until(
        `${title} on screen`,
        `document.title.startsWith(${JSON.stringify(title)}) && !document.documentElement.hasAttribute('data-calls') &&
          document.querySelector('h1') !== null && document.querySelector('main').innerText.length > 20`,
      )
      const text = await tab.evaluate<string>(`document.querySelector('main').innerText`)
      assert.doesNotMatch(text, /Try again/, `${path} loads all it needs`)
    }
    assert.deepEqual(tab.faults, [])
  })

  it('the overlay shows an alert, and its hint about sound covers nothing', async () => {
    const tab = await open()
    await tab.goto(await app.ctx.overlays.link(app.channel))
    await tab.until('a connected overlay', `document.body.dataset.connected === 'true'`)
    await app.call('trigger-audio-alert', { name: 'Airhorn', username: 'Ophelia' })
    await tab.until('the card', `document.querySelector('#cards')?.innerText.includes('Ophelia')`)
    await tab.until('the hint', `document.getElementById('hint')?.hidden === false`)
    const { card, hint } = await tab.evaluate<Record<'card' | 'hint', DOMRect>>(
      `({ card: document.querySelector('#cards .card').getBoundingClientRect(), hint: document.getElementById('hint').getBoundingClientRect() })`,
    )
    assert.ok(hint.height > 0 && card.height > 0)
    const isApart =
      hint.top >= card.bottom || hint.bottom <= card.top || hint.left >= card.right || hint.right <= card.left
    assert.ok(isApart, `the hint ${JSON.stringify(hint)} is beside the card ${JSON.stringify(card)}`)
    assert.deepEqual(tab.faults, [])
  })
})
