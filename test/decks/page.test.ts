import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { createLine } from '../browser/line.ts'
import { openPlace } from '../browser/open-place.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { Locator, Page } from '../tools/playwright.ts'
import { button, createLink, saveDeck } from './deck-client.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

/** Drags with a finger: the events that a touch screen sends. */
async function dragByTouch(page: Page, from: Locator, to: Locator): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const middle = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? assert.fail('it is not shown')
    return { x: x + width / 2, y: y + height / 2 }
  }
  const [start, end] = [await middle(from), await middle(to)]
  const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  for (const point of [half, end])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false })
}

describe('a deck', () => {
  const panel = usePanel()

  async function openPhone(url: string, colorScheme: 'light' | 'dark' = 'dark') {
    const context = await panel.browser.newContext({
      viewport: { width: 390, height: 844 },
      colorScheme,
      hasTouch: true,
    })
    const phone = await context.newPage()
    const faults: string[] = []
    const addresses: string[] = []
    phone.on('pageerror', (error) => faults.push(error.message))
    phone.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text())
    })
    phone.on('request', (request) => addresses.push(request.url()))
    await phone.goto(url)
    return { context, phone, faults, addresses, key: (name: string | RegExp) => phone.getByRole('button', { name }) }
  }
  const lastChat = async () => {
    const { chat } = (await sandboxCall(panel.app, 'state', { platform: 'PlatformA' })).body
    return chat.at(-1)?.text
  }

  it('is put together in the panel, opened by its link on a phone, used, changed and revoked', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Phone deck')
    await page.getByText('No decks yet').waitFor()
    await page.getByRole('link', { name: 'New deck' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Moderators')
    const dialog = page.getByRole('dialog')
    const add = async (ready: string, fill?: (dialog: Locator) => Promise<void>) => {
      await page.getByRole('button', { name: 'Add button' }).click()
      await page.getByRole('combobox', { name: 'Search actions' }).fill(ready)
      await page.keyboard.press('Enter')
      if (fill === undefined) return
      await fill(dialog)
      await dialog.getByRole('button', { name: 'Add button' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await add('Music on and off')
    await add('Viewer count')
    await add('Text to speech', async (one) => {
      await one.getByText('Still missing: Text').waitFor()
      assert.ok(await one.getByRole('button', { name: 'Add button' }).isDisabled())
      await one.getByLabel('Text', { exact: true }).fill('Welcome')
      await one.getByLabel('Label', { exact: true }).fill('Speak')
    })
    await add('Run command', async (one) => {
      await one.getByRole('combobox', { name: 'Command' }).fill('hello')
      await one.getByLabel('Label', { exact: true }).fill('Say hello')
      assert.deepEqual(await axeViolations(page), [])
    })
    const tiles = page.locator('.deck-keys li')
    const labelled = (...wanted: string[]) =>
      eventually(
        `the buttons ${wanted}`,
        async () => String(await tiles.locator('.face').allInnerTexts()) === `${wanted}`,
      )
    const grip = (index: number) => tiles.nth(index).locator('.grip')
    await grip(3).dragTo(tiles.nth(0))
    await labelled('Say hello', 'Music', 'Viewers', 'Speak')
    await dragByTouch(page, grip(3), tiles.nth(1))
    await labelled('Say hello', 'Speak', 'Music', 'Viewers')
    await page.getByRole('button', { name: 'Move Music up' }).press('Enter')
    await page.getByRole('button', { name: 'Create deck' }).click()
    await page.getByText('Moderators saved').waitFor()
    await labelled('Say hello', 'Music', 'Speak', 'Viewers')

    await page.getByRole('button', { name: 'New link' }).click()
    await dialog.getByLabel('Device').fill('Tablet of Alice')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.locator('code').innerText()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')

    const { phone, key, addresses, faults: phoneFaults, context } = await openPhone(url)
    const token = new URL(url).hash.slice(1)
    const connected = phone.getByText('Connected', { exact: true })
    await connected.waitFor()
    assert.equal(phone.url(), `${panel.app.url}/deck`, 'the token is gone from the address bar')
    assert.ok(!addresses.some((address) => address.includes(token)), 'and was in no address that was asked for')
    await key('Say hello').tap()
    await phone.getByText('Say hello: done').waitFor({ state: 'attached' })
    assert.match(await lastChat(), /hello/i)

    // What each button shows is read once the deck is connected.
    const music = key(/^Music/)
    await music.and(phone.locator('[aria-pressed=false]')).waitFor()
    await music.tap()
    await phone.locator('.key[data-on=true]', { hasText: 'Music' }).waitFor()
    await panel.app.call('stop-song', {})
    await phone.locator('.key[data-on=false]', { hasText: 'Music' }).waitFor()
    // Looked for from before it is pressed: the reason stays for some seconds only.
    const refused = phone.locator('.key', { hasText: 'The overlay is not connected.' }).waitFor()
    await key(/^Speak/).tap()
    await refused
    await phone.locator('.key.shown[data-on=true]', { hasText: 'Viewers' }).waitFor()
    assert.deepEqual(await axeViolations(phone), [])

    // While it cannot be reached, the deck says so, and comes back with the new buttons.
    await context.route('**/deck/layout', (route) => route.abort())
    await page.getByRole('button', { name: 'Edit Speak' }).click()
    await dialog.getByRole('button', { name: 'Delete button' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await phone.getByText('Not connected', { exact: true }).first().waitFor()
    const unsent = key('Say hello Not connected').waitFor()
    await key('Say hello').tap()
    await unsent
    await context.unroute('**/deck/layout')
    await connected.waitFor()
    await key(/^Speak/).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Revoke Tablet of Alice' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await phone.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    assert.equal(await phone.evaluate(() => localStorage.length), 0, 'the device forgets the token')
    assert.deepEqual(await axeViolations(phone), [])
    await page.getByText('No links yet').waitFor()
    assert.deepEqual([...faults, ...phoneFaults], [])
    await page.context().close()
    await context.close()
  })

  it('asks before what cannot be undone, waits out a cooldown, and opens while the server is away', async () => {
    const owner = await signInAsOwner(panel.app)
    const id = await saveDeck(owner, [
      button('Clear chat', { action: { operation: 'clear-chat', input: { platform: 'PlatformA' } } }),
      button('Wave', { cooldown_seconds: 600, action: { operation: 'send-message', input: { message: 'o/' } } }),
    ])
    const { url } = await createLink(owner, id)
    const { context, phone, key, faults } = await openPhone(url, 'light')
    await phone.getByText('Connected', { exact: true }).waitFor()
    const dialog = phone.getByRole('dialog', { name: 'Clear chat?' })
    await key('Clear chat').press('Enter')
    await dialog.getByText('This cannot be undone.').waitFor()
    assert.deepEqual(await axeViolations(phone), [])
    await phone.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await key('Wave').tap()
    await phone.locator('.key[aria-disabled] .ring.running').waitFor()
    assert.equal(await lastChat(), 'o/', 'nothing was cleared')
    await key('Clear chat').tap()
    await dialog.getByRole('button', { name: 'Clear chat' }).tap()
    await phone.getByText('Clear chat: done').waitFor({ state: 'attached' })
    assert.equal(await lastChat(), undefined)
    assert.deepEqual(await axeViolations(phone), [])

    // Installed, the page opens without the server. Nothing but its own files is kept for that.
    const kept = () =>
      phone.evaluate(async () => {
        const cache = await caches.open('showcaller-deck')
        return (await cache.keys()).map((request) => new URL(request.url).pathname)
      })
    await phone.waitForFunction(async () => (await (await caches.open('showcaller-deck')).keys()).length > 10)
    assert.deepEqual(
      (await kept()).filter((path) => path !== '/deck' && !path.startsWith('/deck/assets/')),
      [],
    )
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await phone.reload()
    await phone.getByRole('heading', { name: 'Not connected' }).waitFor()
    await context.setOffline(false)
    await phone.getByText('Connected', { exact: true }).waitFor()
    await key('Wave').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('opens although the connection breaks in the middle of its page, whether or not one was kept', async (t) => {
    const owner = await signInAsOwner(panel.app)
    const wave = button('Wave', { action: { operation: 'send-message', input: { message: 'o/' } } })
    const { url } = await createLink(owner, await saveDeck(owner, [wave]))
    const line = await createLine(Number(new URL(panel.app.url).port))
    t.after(() => line.close())
    const { context, phone, key } = await openPhone(url.replace(panel.app.url, line.url))
    await phone.waitForFunction(async () => (await (await caches.open('showcaller-deck')).keys()).length > 10)
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    for (const isKept of [true, false]) {
      if (!isKept) await phone.evaluate(() => caches.delete('showcaller-deck'))
      line.cutAnswer('/deck')
      await phone.reload()
      assert.ok(line.isAnswerCut)
      await phone.getByText('Connected', { exact: true }).waitFor()
      await key('Wave').waitFor()
    }
    await context.close()
  })
})
