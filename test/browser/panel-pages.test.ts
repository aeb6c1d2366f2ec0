import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { axeViolations } from './chromium.ts'
import { addressOf, checkPage, followLink, type Person, panelSamples, settled, usePanel } from './panel-browser.ts'
import { makeDialogContent, openDialog, panelDialogs } from './panel-dialogs.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('every page on both screens and in dark, instead of an eighth of them on one in light, and every dialog')

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
    const visited = panelSamples.filter((_, at) => isLongRun || at % 8 === 6)
    for (const [at, sample] of visited.entries()) {
      it(sample, async () => {
        // Each is loaded by its address where shifts are measured; here the program and axe are loaded once.
        const on = at % 2 === 0 ? 'wide' : 'phone'
        const how = isLongRun ? { inPanel: true } : { inPanel: true, on: on as typeof on }
        await checkPage(panel.app, person.page, await addressOf(panel.app, sample), how)
        assert.deepEqual(person.faults.splice(0), [])
      })
    }
  })

  it('has dialogs without a fault in light and in dark, which fit a phone with all their buttons', async () => {
    const { app } = panel
    const { page, faults } = person
    await makeDialogContent(app)
    for (const dialogOfPage of panelDialogs.filter((_, at) => isLongRun || at % 12 === 3)) {
      const [sample, ...buttons] = dialogOfPage
      await page.setViewportSize({ width: 1440, height: 900 })
      await followLink(page, await addressOf(app, sample))
      await settled(page)
      const dialog = await openDialog(page, dialogOfPage)
      const where = `${sample}, ${buttons.join(', ')}`
      assert.deepEqual(await axeViolations(page), [], where)
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await axeViolations(page, 'contrast'), [], `${where} in dark`)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 390, height: 844 })
      const last = await dialog.locator('footer button').last().boundingBox()
      const { isWide, ...box } = await dialog.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return { isWide: element.scrollWidth > element.clientWidth, left, right, top, bottom }
      })
      const isInside = box.left >= 0 && box.right <= 390 && box.top >= 0 && box.bottom <= 844
      assert.ok(isInside && !isWide, `${where} on a phone: ${JSON.stringify(box)}`)
      assert.ok(last !== null && last.x + last.width <= 390 && last.y + last.height <= 844, `the button of ${where}`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    assert.deepEqual(faults.splice(0), [])
  })

  it('is for people who are signed in; the sign-in page has no fault either', async () => {
    const page = await panel.browser.newPage()
    for (const path of ['/', '/overlays', '/developer/keys?new', '/settings/audit']) {
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
