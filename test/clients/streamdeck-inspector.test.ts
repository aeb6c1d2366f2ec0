import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pluginId } from '../../clients/streamdeck/src/ready-actions.ts'
import { openChromium } from '../browser/open-chromium.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import type { Browser, Page } from '../tools/playwright.ts'
import { type FakeStreamDeck, startFakeStreamDeck } from './fake-stream-deck.ts'
import { installPlugin } from './install-client.ts'

runsOn('sqlite', { because: 'it is about what a form shows' })
needs('chromium')

const node22 = fileURLToPath(new URL(`./node_modules/node-linux-${process.arch}/bin/node`, import.meta.url))

describe('the form of a key on the Stream Deck', () => {
  let app: TestApp
  let deck: FakeStreamDeck
  let browser: Browser
  let page: Page
  let form: string

  before(async () => {
    const folder = join(await installPlugin('streamdeck-inspector'), `${pluginId}.sdPlugin`)
    form = pathToFileURL(join(folder, 'ui/inspector.html')).href
    app = await createTestApp()
    deck = await startFakeStreamDeck(folder, node22)
    browser = await openChromium()
    page = await browser.newPage({ viewport: { width: 420, height: 640 } })
  })
  after(async () => {
    await page?.close()
    await browser?.close()
    await deck?.close()
    await app?.close()
  })

  /** As the app does when a person selects the key. */
  async function open(context: string, action: string, settings: object = {}): Promise<void> {
    deck.appear(context, action, settings)
    deck.openInspector(context)
    await page.goto(form)
    const info = { action: `${pluginId}.${action}`, context, device: deck.device, payload: { settings } }
    await page.evaluate(
      ([port, uuid, actionInfo]) => {
        const connect = (globalThis as unknown as Record<string, (...args: unknown[]) => void>)
          .connectElgatoStreamDeckSocket
        connect?.(port, uuid, 'registerPropertyInspector', '{}', actionInfo)
      },
      [deck.port, context, JSON.stringify(info)] as const,
    )
  }

  it('asks for a server first, then draws the parameters of the chosen operation', async () => {
    await open('one', 'operation')
    await page.getByLabel('Name').fill('Home')
    await page.getByLabel('Address').fill(app.url)
    await page.getByLabel('API key').fill(app.key)
    await page.getByRole('button', { name: 'Save server' }).click()
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByLabel('Operation').selectOption('add-points')
    await page.getByLabel('Amount').fill('9')
    await page.getByLabel('Amount').blur()
    await page.getByLabel('Username (optional)').fill('viewer4')
    await page.getByLabel('Platform').selectOption('PlatformB')
    await eventually('the settings are stored', () =>
      /"platform":"PlatformB"/.test(JSON.stringify(deck.settingsOf('one'))),
    )
    assert.deepEqual(deck.settingsOf('one'), {
      operation: 'add-points',
      values: { amount: '9', username: 'viewer4', platform: 'PlatformB' },
    })
    deck.press('one')
    await eventually('the points', async () => {
      const { body } = await app.call('get-points', { username: 'viewer4', platform: 'PlatformB' })
      return body.points === 9
    })
    assert.ok(!(await page.content()).includes(app.key))
  })

  it('offers what the channel has, and does not show the stored key', async () => {
    await open('two', 'alert')
    const alert = page.locator('#value-name')
    await alert.waitFor()
    const { body } = await app.call('list-audio-alerts', {})
    const names = body.alerts.map(({ name }: { name: string }) => name)
    await eventually('the alerts of the channel', async () => {
      const offered = await page
        .locator('#choices-name option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))
      return offered.length === names.length && names.every((name: string) => offered.includes(name))
    })
    await page.getByRole('button', { name: 'Edit server' }).click()
    assert.equal(await page.getByLabel('API key').inputValue(), '')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Needs the permission alerts:trigger.').waitFor()
  })
})
