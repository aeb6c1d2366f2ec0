import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openChromium } from '../browser/open-chromium.ts'
import { signIn } from '../browser/panel-browser.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { startFakeTikFinity } from '../fakes/tikfinity.ts'
import type { Browser } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('TikFinity on the page of platforms', () => {
  let fake: Awaited<ReturnType<typeof startFakeTikFinity>>
  let app: TestApp
  let browser: Browser
  before(async () => {
    fake = await startFakeTikFinity()
    app = await createTestApp({ config: { tikfinityUrl: fake.url } })
    browser = await openChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.close()
    await fake?.close()
  })

  it('is offered while it runs, and used when the owner says so', async () => {
    const { page, faults } = await signIn(app, browser)
    await page.goto(`${app.url}/settings/platforms`)
    const card = page.getByRole('region', { name: 'TikTok' })
    const form = card.getByRole('form', { name: 'Use TikFinity' })
    await form.getByText('TikFinity runs on the computer of this server.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await form.getByLabel('TikTok username').fill('streamer')
    await form.getByRole('button', { name: 'Use TikFinity' }).click()
    await page.getByText('TikFinity is used. Connect your account now.').waitFor()
    await card.getByRole('button', { name: /Connect: TikTok/ }).waitFor()
    assert.equal(await form.count(), 0)
    assert.deepEqual(faults, [])
  })
})
