import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { listening, settled, usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { openPage } from '../overlay/page-client.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { signInBrowser } from '../sign-in-link.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('Home on a second monitor', () => {
  const panel = usePanel({ isFirstStart: true, hasDefaultAlerts: true })
  const say = (platform: string, username: string, text: string, more: object = {}) =>
    sandboxCall(panel.app, 'chat', { platform, username, text, ...more })
  const chatOf = (page: Page) => page.getByRole('log', { name: 'Chat' })
  const people = (page: Page) => page.getByRole('region', { name: 'People' })

  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1366, height: 768 },
  ]) {
    it(`fits into ${size.width} × ${size.height} without scrolling, the chat widest, checklist and all`, async () => {
      const { page } = await panel.signIn()
      await page.setViewportSize(size)
      await settled(page)
      await page.locator('section.first-steps').waitFor()
      await page.getByRole('button', { name: 'Show all steps' }).click()
      const isWhole = await page.locator('#page').evaluate((main) => main.scrollHeight <= main.clientHeight)
      assert.ok(isWhole, 'the page does not scroll')
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).boundingBox()
        assert.ok(box !== null, selector)
        return box
      }
      const [chat, send, feed, now] = await Promise.all(
        ['.live-chat', '.send-box', '.home-feed', '.now-column'].map(boxOf),
      )
      assert.ok(chat && send && feed && now)
      for (const { y, height } of [chat, send, feed, now]) assert.ok(y + height <= size.height, `${y} + ${height}`)
      assert.ok(chat.x < feed.x && feed.x < now.x, 'in this order')
      assert.ok(chat.width > feed.width && chat.width > now.width, 'the chat is widest')
      assert.ok(chat.height > 360, `${chat.height} of chat`)
      await page.context().close()
    })
  }

  it('shows a newcomer the first alert with one click, on a stage that looks like one', async () => {
    const { page } = await panel.signIn()
    await page.locator('section.first-steps').getByRole('button', { name: 'See it work' }).click()
    const stage = page.getByRole('dialog', { name: 'What viewers see' }).locator('iframe')
    await stage.contentFrame().locator('[data-kind="donation"]').waitFor()
    const { width, height } = (await stage.boundingBox()) ?? { width: 0, height: 0 }
    assert.ok(width > 480 && Math.abs(width / height - 16 / 9) < 0.1, `${width} × ${height}`)
    assert.equal(await stage.evaluate((frame) => getComputedStyle(frame).borderTopStyle), 'none')
    await page.context().close()
  })

  it('has the chat that was before it was opened: after a reload, in a second tab, on the screen of a moderator', async () => {
    const { page, faults } = await panel.signIn()
    await listening(page)
    await say('PlatformB', 'grace', 'here before the reload', { roles: ['moderator'] })
    await chatOf(page).getByText('here before the reload').waitFor()
    await page.reload()
    const line = chatOf(page).locator('.chat-line', { hasText: 'here before the reload' })
    await line.getByText('Mod', { exact: true }).waitFor()
    const second = await page.context().newPage()
    await second.goto(panel.app.url)
    await chatOf(second).getByText('here before the reload').waitFor()
    const { app } = panel
    const person = await app.ctx.db.write((tx) => app.ctx.people.invite(tx, app.cause, 'mara', 'moderator'))
    const other = await panel.browser.newContext()
    const mara = await other.newPage()
    await signInBrowser(mara, `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel, person)}`)
    await chatOf(mara).getByText('here before the reload').waitFor()
    await line.hover()
    await line.getByRole('button', { name: 'Delete message of Grace' }).click()
    await line.getByText('Message deleted').waitFor()
    await mara.reload()
    await listening(mara)
    await settled(mara)
    assert.equal(await mara.getByText('here before the reload').count(), 0)
    assert.deepEqual(faults, [])
    await other.close()
    await page.context().close()
  })

  it('offers on a line what its platform can do, and does it', async () => {
    const { page } = await panel.signIn()
    await listening(page)
    await say('PlatformA', 'alice', 'a line on Kick')
    await say('PlatformB', 'grace', 'a line on Twitch')
    const kick = chatOf(page).locator('.chat-line', { hasText: 'a line on Kick' })
    const twitch = chatOf(page).locator('.chat-line', { hasText: 'a line on Twitch' })
    await kick.hover()
    for (const name of ['Reply to Alice', 'Delete message of Alice', 'Ban Alice', 'About Alice']) {
      await kick.getByRole('button', { name }).waitFor()
    }
    for (const name of ['Pin message of Alice', 'Shout out Alice']) {
      assert.equal(await kick.getByRole('button', { name }).count(), 0, `Kick has no API for it: ${name}`)
    }
    await twitch.hover()
    await twitch.getByRole('button', { name: 'Pin message of Grace' }).click()
    await page.getByText('Message pinned on Twitch').waitFor()
    await twitch.hover()
    await twitch.getByRole('button', { name: 'Shout out Grace' }).click()
    await page.getByText('Grace got a shoutout').waitFor()
    await page.context().close()
  })

  it('has one row for one moment, plays it again, with and without sound, and begins a thank-you', async () => {
    const overlay = await openPage(panel.app)
    const { page } = await panel.signIn()
    await sandboxCall(panel.app, 'gift', { platform: 'PlatformB', username: 'trent', count: 20 })
    await sandboxCall(panel.app, 'subscribe', { platform: 'PlatformB', username: 'sybil', tier: 1, months: 14 })
    const gift = people(page).getByRole('listitem').filter({ hasText: 'Trent gifted 20 subscriptions' })
    const sub = people(page).getByRole('listitem').filter({ hasText: 'Sybil' })
    await gift.getByText('Shown').waitFor()
    await sub.getByText('Shown').waitFor()
    assert.deepEqual([await gift.count(), await sub.count()], [1, 1])
    assert.equal(
      await people(page)
        .getByText(/Automation|Event alert/)
        .count(),
      0,
      'no processes',
    )
    const before = overlay.cues.length
    await sub.getByRole('button', { name: /^Play again/ }).click()
    await page.getByText('Sent to overlay.').first().waitFor()
    await sub.getByRole('button', { name: /^Play without sound/ }).click()
    await page.getByText('Sent to overlay.').nth(1).waitFor()
    const [again, silent] = overlay.cues.slice(before)
    assert.ok(again !== undefined && silent !== undefined)
    assert.equal(again.payload.text, silent.payload.text)
    assert.deepEqual(['sound' in again.payload, 'sound' in silent.payload], [true, false])
    await sub.getByRole('button', { name: 'Thank Sybil' }).click()
    const box = page.getByRole('form', { name: 'Message' })
    assert.equal(await box.getByRole('textbox', { name: 'Message' }).inputValue(), '@Sybil thank you')
    assert.equal(await box.getByLabel('Send to').inputValue(), 'twitch')
    overlay.cut()
    await page.context().close()
  })

  it('keeps a large cheer in sight until it is seen, whatever comes after it', async () => {
    const { page } = await panel.signIn()
    await sandboxCall(panel.app, 'bits', { platform: 'PlatformB', username: 'ivan', amount: 5000 })
    for (const username of [
      'alice',
      'bob',
      'carol',
      'dave',
      'erin',
      'frank',
      'grace',
      'heidi',
      'judy',
      'niaj',
      'olivia',
      'peggy',
    ]) {
      await sandboxCall(panel.app, 'follow', { platform: 'PlatformB', username })
    }
    await people(page).getByRole('listitem').filter({ hasText: 'Peggy' }).first().waitFor()
    const cheer = people(page).getByRole('listitem').filter({ hasText: '5,000' })
    const isFirst = async () => /5,000/.test((await people(page).getByRole('listitem').first().textContent()) ?? '')
    assert.ok(await isFirst())
    await page.reload()
    await cheer.waitFor()
    assert.ok(await isFirst())
    await cheer.getByRole('button', { name: /^Mark as seen/ }).click()
    await people(page)
      .getByRole('listitem')
      .filter({ hasText: 'Not seen yet' })
      .filter({ hasText: '5,000' })
      .waitFor({ state: 'detached' })
    await page.reload()
    await people(page).getByRole('listitem').filter({ hasText: 'Peggy' }).first().waitFor()
    assert.equal(await isFirst(), false)
    await page.context().close()
  })

  it('marks what no overlay has shown, filters for it, and skips what waits', async () => {
    const { page } = await panel.signIn()
    await sandboxCall(panel.app, 'raid', { platform: 'PlatformB', username: 'victor', viewers: 320 })
    const raid = people(page).getByRole('listitem').filter({ hasText: 'Victor' })
    await raid.getByText('Waiting for the overlay').waitFor()
    await raid.getByRole('button', { name: /^Skip/ }).click()
    await raid.getByText('Skipped').waitFor()
    await people(page).getByLabel('Filter people').selectOption('Raids')
    assert.equal(await people(page).getByRole('listitem').count(), 1)
    await people(page).getByRole('link', { name: 'All activity' }).click()
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
    await page.context().close()
  })

  for (const [language, direction] of [
    ['ar', 'rtl'],
    ['tr', 'ltr'],
  ] as const) {
    it(`is accessible, dark and light and on a phone, in ${language}`, async () => {
      const owner = await signInAsOwner(panel.app)
      await owner.call('save-language', { language })
      const { page } = await panel.signIn()
      await settled(page)
      assert.equal(await page.locator('html').getAttribute('dir'), direction)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await axeViolations(page), [], colorScheme)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      assert.deepEqual(await axeViolations(page), [])
      await owner.call('save-language', { language: 'en' })
      await page.context().close()
    })
  }
})
