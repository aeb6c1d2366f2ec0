import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { checkPage, usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startFakeTwitch } from '../fakes/twitch.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

const fake = await startFakeTwitch({ isPublic: true, intervalSeconds: 1 })
after(() => fake.close())

describe('a broadcaster who connects Twitch without a secret', () => {
  const panel = usePanel({ config: { services: { twitch: fake.settings } } })
  const card = (page: Page) => page.getByRole('region', { name: 'Twitch', exact: true })
  const codeIn = async (page: Page) => (await page.getByRole('dialog').locator('.secret code').textContent()) ?? ''

  it('enters the code that the panel shows, is connected, and sees the checklist tick it', async () => {
    const { page, faults } = await panel.signIn()
    const step = page.locator('section.first-steps li', { hasText: 'Connect an account' })
    const unfold = () => page.getByRole('button', { name: 'Show all steps' }).click()
    await unfold()
    await step.getByRole('link').click()
    await card(page).getByRole('button', { name: 'Connect: Twitch, Broadcaster' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect Twitch with a code' })
    await dialog.getByText('Waiting for Twitch').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await card(page).getByRole('button', { name: 'Connect: Twitch, Broadcaster' }).click()
    await dialog.getByText('Waiting for Twitch').waitFor()
    fake.auth.denyCode(await codeIn(page))
    await dialog.getByText('The sign-in was declined at Twitch. Nothing was connected.').waitFor()
    await dialog.getByRole('button', { name: 'Get a new code' }).click()
    await dialog.getByText('Waiting for Twitch').waitFor()
    fake.auth.enterCode(await codeIn(page), fake.world.broadcaster.id)
    await page.getByText('Twitch connected as streamer').waitFor()
    await card(page).locator('header').getByText('Connected', { exact: true }).waitFor()
    await page.goto(panel.app.url)
    await unfold()
    await step.and(page.locator('.done')).waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('reads on every page what is wrong with a connection, counting down, and that it is well again', async () => {
    const { page, faults } = await panel.signIn({ at: '/' })
    const bar = page.getByRole('banner')
    await page.getByRole('main').waitFor()
    fake.eventSub.accept(false)
    fake.eventSub.cut()
    await bar.getByText(/^Twitch: Reconnecting in \d+ s$/).waitFor()
    await bar.getByText(/^Twitch: Reconnecting in/).click()
    await card(page)
      .getByText(/^Reconnecting in \d+ s$/)
      .first()
      .waitFor()
    fake.eventSub.accept(true)
    await card(page).locator('header').getByText('Connected', { exact: true }).waitFor()
    await bar.getByText(/^Twitch:/).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('reads which permission is missing, and asks for just that one', async () => {
    const { page, faults } = await panel.signIn({ at: '/settings/platforms' })
    const { broadcaster } = fake.world
    await card(page).getByRole('button', { name: 'Reconnect: Twitch, Broadcaster' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect Twitch with a code' })
    await dialog.getByText('Waiting for Twitch').waitFor()
    fake.auth.enterCode(await codeIn(page), broadcaster.id, { without: ['bits:read', 'clips:edit'] })
    await card(page).getByText('Missing permission: See Bits').waitFor()
    await page.getByRole('banner').getByText('Twitch: Missing permission: Create clips, See Bits').waitFor()
    await checkPage(panel.app, page, '/settings/platforms')
    await card(page).getByRole('button', { name: 'Allow: See Bits' }).click()
    await dialog.getByText('Waiting for Twitch').waitFor()
    const code = await codeIn(page)
    assert.ok(fake.auth.codeScopes(code).includes('bits:read'))
    assert.ok(!fake.auth.codeScopes(code).includes('clips:edit'))
    fake.auth.enterCode(code, broadcaster.id)
    await page.getByRole('banner').getByText('Twitch: Missing permission: Create clips', { exact: true }).waitFor()
    await eventually('its events come', async () => fake.eventSub.topics.includes('channel.bits.use'))
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
