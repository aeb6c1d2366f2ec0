import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { axeViolations } from './chromium.ts'
import { addressOf, checkPage, type Person, panelSamples, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('every page on both screens and in dark, instead of on one of them in light')

describe('every page of the panel', () => {
  const panel = usePanel()
  let person: Person
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  before(async () => {
    await panel.app.call('send-donation', {
      username: hostile.slice(0, 40),
      amount: 5,
      currency: 'USD',
      message: hostile,
      provider: 'ProviderA',
    })
    await panel.app.call('title', { title: hostile })
    await panel.app.ctx.db.write((tx) =>
      panel.app.ctx.keys.create(tx, panel.app.cause, { name: hostile, scopes: ['chat:write'] }),
    )
    for (let call = 0; call < 5; call++) await panel.app.call('get-points', { username: 'bob', platform: 'PlatformA' })
    person = await panel.signIn()
  })

  describe('has no accessibility fault in light, in dark and on a phone, no foreign request, no overflow', () => {
    for (const [at, sample] of panelSamples.entries()) {
      it(sample, async () => {
        // Each is loaded by its address where shifts are measured; here the program and axe are loaded once.
        const on = at % 2 === 0 ? 'wide' : 'phone'
        const how = isLongRun ? { inPanel: true } : { inPanel: true, on: on as typeof on }
        await checkPage(panel.app, person.page, await addressOf(panel.app, sample), how)
        assert.deepEqual(person.faults.splice(0), [])
      })
    }
  })

  it('is for people who are signed in; the sign-in page has no fault either', async () => {
    const page = await panel.browser.newPage()
    for (const path of ['/', '/stage', '/keys?new', '/settings/audit']) {
      await page.goto(panel.app.url + path)
      await page.getByText('Open the sign-in link from the terminal.').waitFor()
    }
    assert.deepEqual(await axeViolations(page), [])
    const { app } = panel
    for (const time of ['first', 'second']) {
      const link = `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(link)
        assert.deepEqual(await axeViolations(page), [], `the page of the ${time} link in ${colorScheme}`)
      }
      // The button has the focus; the second time the page asks, since somebody is signed in.
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
    }
    await page.context().clearCookies()
    await page.goto(`${panel.app.url}/sign-in?link=link_wrong`)
    assert.match((await page.getByRole('alert').textContent()) ?? '', /already used or has expired/)
    await page.close()
  })
})
