import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { chatOf, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { signInContext } from '../sign-in-link.ts'
import type { Browser, Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { openChromium } from './open-chromium.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('the sandbox page in a browser', () => {
  let app: TestApp
  let browser: Browser
  before(async () => {
    app = await createTestApp()
    browser = await openChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  async function open({
    phone = false,
    ...options
  }: {
    phone?: boolean
    colorScheme?: 'light' | 'dark'
    javaScriptEnabled?: boolean
  } = {}): Promise<Page> {
    const viewport = phone ? { width: 390, height: 844 } : { width: 1280, height: 900 }
    const context = await browser.newContext({ viewport, ...options })
    const page = await context.newPage()
    page.on('pageerror', (error) => assert.fail(error))
    await signInContext(context, `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)
    await page.goto(`${app.url}/sandbox`)
    return page
  }

  it('sends what is typed as a viewer with Enter, and keeps the name and the place', async () => {
    const page = await open()
    const kick = page.getByRole('region', { name: 'Kick' })
    await kick.getByLabel('Username').fill('carol')
    await kick.getByLabel('Message').fill('typed by hand')
    await kick.getByLabel('Message').press('Enter')
    await kick.getByRole('log').getByText('typed by hand').waitFor()
    await eventually('the empty field', async () => (await kick.getByLabel('Message').inputValue()) === '')
    assert.equal(await kick.getByLabel('Username').inputValue(), 'carol')
    const line = (await chatOf(app)).at(-1)
    assert.deepEqual([line?.username, line?.text], ['carol', 'typed by hand'])
    await page.context().close()
  })

  it('shows what calls do without being reloaded', async () => {
    const page = await open()
    await page.evaluate(() => {
      document.body.dataset.mark = 'still the same page'
    })
    await app.call('send-bot-message', { message: 'hello from a call', platform: 'PlatformB' })
    await app.call('title', { title: 'changed by a call' })
    const twitch = page.getByRole('region', { name: 'Twitch' })
    await twitch.getByRole('log').getByText('hello from a call').waitFor()
    await twitch.getByText('changed by a call').waitFor()
    assert.equal(await page.evaluate(() => document.body.dataset.mark), 'still the same page')
    await page.context().close()
  })

  it('goes live and offline by a button, and runs the action of the focused field on Enter', async () => {
    const page = await open()
    const kick = page.getByRole('region', { name: 'Kick' })
    await kick.getByRole('button', { name: 'Go offline' }).click()
    await kick.getByText('Offline', { exact: true }).waitFor()
    await kick.getByRole('button', { name: 'Go live' }).click()
    await kick.getByText('Live', { exact: true }).waitFor()
    await kick.getByLabel('Username').fill('mallory')
    await kick.getByLabel('Minutes').fill('3')
    await kick.getByLabel('Minutes').press('Enter')
    await kick.getByText('timed out for 3 min').waitFor()
    await kick.getByRole('button', { name: 'Unban mallory' }).click()
    await kick.getByText('timed out for 3 min').waitFor({ state: 'detached' })
    assert.deepEqual((await sandboxCall(app, 'state', { platform: 'PlatformA' })).body.bans, [])
    await kick.getByLabel('Username').fill('nobody')
    await kick.getByRole('button', { name: 'Follow' }).click()
    await kick.getByRole('status').getByText('username nobody does not exist in the sandbox.').waitFor()
    await page.context().close()
  })

  it('raids and gifts by a button, and says what was done or what is wrong', async () => {
    const page = await open()
    const twitch = page.getByRole('region', { name: 'Twitch' })
    await twitch.getByLabel('Viewers').fill('42')
    await twitch.getByRole('button', { name: 'Raid' }).click()
    await twitch.getByRole('status').getByText('Raid: done').waitFor()
    await twitch.getByRole('button', { name: 'Gift subscriptions' }).click()
    await twitch.getByRole('status').getByText('Gift subscriptions: done').waitFor()
    const kinds = (await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 500))).map(({ kind }) => kind)
    assert.ok(kinds.includes('raid'), kinds.join())
    await twitch.getByLabel('Viewers').fill('0')
    await twitch
      .locator('form')
      .first()
      .evaluate((form) => ((form as HTMLFormElement).noValidate = true))
    await twitch.getByRole('button', { name: 'Raid' }).click()
    await twitch
      .getByRole('status')
      .getByText(/Viewers must be/)
      .waitFor()
    await page.context().close()
  })

  it('fits a phone, where a raid is as near', async () => {
    const page = await open({ phone: true })
    const twitch = page.getByRole('region', { name: 'Twitch' })
    await twitch.getByLabel('Viewers').fill('7')
    await twitch.getByRole('button', { name: 'Raid' }).click()
    await twitch.getByRole('status').getByText('Raid: done').waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(width, 390, 'nothing hangs over the edge')
    assert.deepEqual(await axeViolations(page), [])
    await page.context().close()
  })

  it('works without its script: Enter sends and does not end the stream', async () => {
    const page = await open({ javaScriptEnabled: false })
    const kick = page.getByRole('region', { name: 'Kick' })
    await kick.getByLabel('Message').fill('no script')
    await kick.getByLabel('Message').press('Enter')
    await kick.getByRole('log').getByText('no script').waitFor()
    assert.equal((await sandboxCall(app, 'state', { platform: 'PlatformA' })).body.live, true)
    await page.context().close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility fault in ${colorScheme}`, async () => {
      await sandboxCall(app, 'ban', { platform: 'PlatformA', username: 'trent' })
      await sandboxCall(app, 'disconnect', { platform: 'PlatformD' })
      const page = await open({ colorScheme })
      assert.deepEqual(await axeViolations(page), [])
      await sandboxCall(app, 'connect', { platform: 'PlatformD' })
      await page.context().close()
    })
  }
})
