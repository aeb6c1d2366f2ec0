import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage } from '../overlay/page-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { Page } from '../tools/playwright.ts'
import { closeToasts, followLink, listening, panelAddresses, settled, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('messages on every page, and on a wide screen')

describe('messages and links at the panel', () => {
  const panel = usePanel()

  for (const phone of isLongRun ? [false, true] : [true]) {
    it(`show their whole text, can be closed and never cover a button that saves${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone, at: '/alerts/1' })
      const name = page.getByLabel('Name', { exact: true })
      // One long word and many short ones.
      await name.fill(`${'W'.repeat(60)} ${'a b '.repeat(9)}${phone ? 'z' : 'y'}`)
      await page.getByRole('button', { name: 'Save' }).click()
      const toast = page.locator('.toast')
      await toast.waitFor()
      const isWhole = () =>
        toast.locator('.text').evaluate((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect()
          const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
          return isInside && text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight
        })
      assert.ok(await isWhole())
      await name.fill('Airhorn')
      const save = page.getByRole('button', { name: 'Save' })
      await save.scrollIntoViewIfNeeded()
      const overlaps = () =>
        page.evaluate(() => {
          const box = document.querySelector('.toast')?.getBoundingClientRect()
          const saver = document.querySelector('.editor-footer [type=submit]')?.getBoundingClientRect()
          if (box === undefined || saver === undefined) return false
          return box.left < saver.right && box.right > saver.left && box.top < saver.bottom && box.bottom > saver.top
        })
      await eventually('the message to be out of the way', async () => !(await overlaps()))
      assert.ok(await isWhole())
      await toast.getByRole('button', { name: 'Close' }).click()
      await toast.waitFor({ state: 'detached' })
      await save.click()
      await page.getByText('Airhorn saved').waitFor()
      await page.context().close()
    })
  }

  it('cover nothing that can be used, on any page, on a wide screen and on a phone', async () => {
    const { page } = await panel.signIn()
    const wide = page.viewportSize() ?? { width: 0, height: 0 }
    await page.locator('section.quick').getByRole('button', { name: 'Confetti' }).click()
    await page.locator('.toast').waitFor()
    const paths = (await panelAddresses(panel.app)).filter((_, at) => isLongRun || at % 12 === 3)
    for (const path of paths) {
      await followLink(page, path)
      await settled(page)
      for (const screen of [{ width: 390, height: 844 }, wide]) {
        await page.setViewportSize(screen)
        for (const part of [0, 1]) {
          await page.locator('.page').evaluate((element, share) => {
            element.scrollTop = share * element.scrollHeight
          }, part)
          // A message finds its place with the next frame.
          await eventually(`a free place on ${path}`, async () => (await coveredByToasts(page)).length === 0)
        }
      }
    }
    // The page has its whole height again when the message is gone.
    await closeToasts(page)
    await eventually('the whole height', async () => (await roomBelow(page)) === '')
    await page.context().close()
  })

  it('move nothing that is pressed when they come and go', async () => {
    const { page } = await panel.signIn({ phone: true })
    // However slow the machine is, the message goes when the test closes it.
    await page.addInitScript(() => {
      const { setTimeout } = globalThis
      globalThis.setTimeout = ((run: () => void, ms = 0) =>
        setTimeout(run, ms >= 5_000 ? 600_000 : ms)) as typeof setTimeout
    })
    await page.goto(`${panel.app.url}/alerts/1`)
    await page.getByLabel('Name', { exact: true }).fill('Airhorn!')
    const save = page.getByRole('button', { name: 'Save' })
    // A button that is pressed moves a pixel by itself.
    const place = async () => (await page.locator('.editor-footer').boundingBox())?.y
    const press = async () => {
      const { x, y, width, height } = (await save.boundingBox()) ?? assert.fail('the button is not shown')
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
    }
    const twoFrames = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const free = await place()
    await press()
    // By a key, while the button is held.
    await page.keyboard.press('Enter')
    await page.locator('.toast').waitFor()
    await twoFrames()
    assert.equal(await place(), free, 'it stays where it is pressed')
    await page.mouse.up()
    await eventually('room for the message', async () => (await roomBelow(page)) !== '')
    await page.getByLabel('Name', { exact: true }).fill('Airhorn')
    const above = await place()
    assert.ok(above !== undefined && free !== undefined && above < free, `${above}, ${free} without a message`)

    await press()
    await page.locator('.toast button').evaluate((close: HTMLElement) => close.click())
    await page.locator('.toast').waitFor({ state: 'detached' })
    await twoFrames()
    assert.equal(await place(), above, 'it stays where it is pressed')
    await page.mouse.up()
    await page.getByText('Airhorn saved').waitFor()
    await page.context().close()
  })

  it('say of a link that it only opens on this machine, on a wide screen and on a phone', async () => {
    const { page } = await panel.signIn()
    const warning = page.getByRole('note').getByText('only opens on the computer that runs Showcaller')
    const { width: wide = 0 } = page.viewportSize() ?? {}
    /** Its whole text is inside the screen. */
    async function isRead(): Promise<void> {
      await warning.waitFor()
      for (const width of [390, wide]) {
        await page.setViewportSize({ width, height: 844 })
        await warning.scrollIntoViewIfNeeded()
        const { x, width: taken } = (await warning.boundingBox()) ?? assert.fail('no warning')
        assert.ok(x >= 0 && x + taken <= width, `${x} ${taken} of ${width}`)
      }
    }
    await page.goto(`${panel.app.url}/overlays`)
    await page.getByRole('button', { name: 'Show link' }).first().click()
    await isRead()
    await page.goto(`${panel.app.url}/settings/people`)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('Mia')
    await dialog.locator('[type=submit]').click()
    await isRead()
    await page.context().close()
  })

  it('say with which command viewers play an alert and what it costs, and only who pays sees the price on it', async () => {
    const { app } = panel
    const { page } = await panel.signIn({ phone: true, at: '/alerts/1' })
    await page.getByRole('button', { name: 'Create !airhorn' }).click()
    await page.getByText('Viewers play it with').waitFor()
    await page.getByRole('link', { name: '!airhorn' }).click()
    await page.getByRole('heading', { name: '!airhorn' }).waitFor()

    const overlay = await openPage(app)
    await page.goto(`${app.url}/`)
    await listening(page)
    const chat = page.getByRole('log', { name: 'Chat' })
    const play = (username: string) => sandboxCall(app, 'chat', { platform: 'PlatformA', username, text: '!airhorn' })
    for (const [username, amount] of [
      ['carol', 99],
      ['bob', 130],
    ] as const) {
      await app.call('set-points', { username, amount, platform: 'PlatformA' })
    }
    await play('carol')
    await chat.getByText('!airhorn costs 100 points, and you have 99 points.').waitFor()
    assert.equal(overlay.cues.length, 0)
    await play('bob')
    assert.equal((await overlay.cue('audio-alert')).payload.points, 100)
    assert.equal((await app.call('get-points', { username: 'bob', platform: 'PlatformA' })).body.points, 30)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${app.url}/alerts/1`)
    await page.getByText('Viewers play it with').waitFor()
    await page.getByRole('button', { name: 'Test Airhorn' }).click()
    await overlay.until(() => overlay.cues.length === 2, 'the test')
    assert.equal(overlay.cues[1]?.payload.points, 0, 'nobody paid')
    overlay.cut()
    await page.context().close()
  })
})

/** The height at the foot of the page that is kept free for messages; empty when there is none. */
function roomBelow(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.style.getPropertyValue('--room-below'))
}

/** What can be used, is in sight and lies under a message. */
function coveredByToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const visible = document.querySelector('.page')?.getBoundingClientRect() ?? new DOMRect()
    return [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
    ]
      .filter((one) => one.closest('.toasts, dialog, [popover]') === null)
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect()
        const end = one.closest('.page') === null ? bottom : Math.min(bottom, visible.bottom)
        return (
          width > 0 &&
          top < end &&
          toasts.some((box) => box.left < right && box.right > left && box.top < end && box.bottom > top)
        )
      })
      .map((one) => one.outerHTML.slice(0, 80))
  })
}
