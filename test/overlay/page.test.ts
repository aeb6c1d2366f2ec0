import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { settled, usePanel } from '../browser/panel-browser.ts'
import { answersTo } from '../commands/chat-line.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'
import type { Locator, Page } from '../tools/playwright.ts'
import { wavOf } from '../uploads/files.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('songs, uploads, theme files and donations by amount')

describe('the overlay, alerts and music at the panel', () => {
  const panel = usePanel()
  let overlay: Page
  before(async () => {
    overlay = await panel.browser.newPage()
    await overlay.goto(`${await panel.app.ctx.overlays.link(panel.app.channel)}&silent`)
    await overlay.locator('body[data-connected="true"]').waitFor()
  })

  /** What the overlay shows is there for some seconds only, so it is looked for from before it is asked for. */
  const shows = (selector: string, hasText: string | RegExp = /.*/) =>
    overlay.locator(selector, { hasText }).first().waitFor()

  /** A donation stays for this long, so that there is time to skip it. */
  async function donationsLast(seconds: number | undefined): Promise<void> {
    const { cause, channel, ctx } = panel.app
    const { donations } = await ctx.settings.of(channel.id)
    const variants = donations.variants.map((variant) => ({ ...variant, seconds }))
    await ctx.db.write((tx) => ctx.settings.set(tx, cause, 'donations', { ...donations, variants }))
  }

  it('changes the theme and the places, by mouse and by keyboard, and the page in OBS follows', async () => {
    const { page, faults } = await panel.signIn()
    await page.getByRole('link', { name: 'Overlay', exact: true }).click()
    await page.getByRole('radio', { name: /^Neon/ }).check({ force: true })
    const preview = page.frameLocator('iframe')
    await preview.locator('body[data-look="neon"]').waitFor()
    await settled(page)
    const stage = await page.locator('.stage-items').boundingBox()
    const speech = page.locator('.stage-item[data-kind="tts"]')
    const from = await speech.boundingBox()
    assert.ok(from !== null && stage !== null)
    const at = (x: number, y: number) => [stage.x + stage.width * x, stage.y + stage.height * y] as const
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(...at(0.504, 0.3), { steps: 5 })
    // It snaps to the middle, and a ghost stands where it was.
    await page.locator('.guide.upright').waitFor()
    await page.locator('.ghost').waitFor()
    await page.mouse.up()
    await page.getByRole('button', { name: 'Speech: 50 % from the left, 30 % from the top' }).waitFor()
    await preview.locator('[data-kind="tts"][data-position="free"]').waitFor()
    const corner = await speech.locator('.resize').boundingBox()
    assert.ok(corner !== null)
    await page.mouse.move(corner.x + 7, corner.y + 7)
    await page.mouse.down()
    await page.mouse.move(corner.x + 120, corner.y + 60, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: /^Speech:/ }).press(']')
    assert.ok(Number(await page.getByLabel('Size', { exact: true }).first().inputValue()) > 1.1)
    const rotation = page.getByLabel('Rotation in degrees')
    assert.equal(await rotation.inputValue(), '5')
    const drag = async (handle: Locator, x: number, y: number) => {
      const box = await handle.boundingBox()
      assert.ok(box !== null)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(...at(x, y), { steps: 4 })
    }
    await rotation.fill('0')
    // The handle is below the centre: to its left is a quarter turn.
    await drag(speech.locator('.rotate'), 0.3, 0.3)
    await page.mouse.up()
    assert.equal(await rotation.inputValue(), '90')
    await rotation.fill('0')
    // Escape puts back what is being dragged.
    await drag(speech.locator('.frame'), 0.3, 0.4)
    await page.keyboard.press('Escape')
    await page.locator('.ghost').waitFor({ state: 'detached' })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Speech: 50 % from the left, 30 % from the top' }).waitFor()
    const guides = page.getByRole('group', { name: 'Guides' })
    await page.locator('.safe-area').waitFor()
    await guides.getByRole('button', { name: 'Safe area', pressed: true }).click()
    await page.locator('.safe-area').waitFor({ state: 'detached' })
    await guides.getByRole('button', { name: 'Grid', pressed: false }).click()
    const grid = () => page.locator('.stage-items').evaluate((items) => getComputedStyle(items).backgroundImage)
    assert.match(await grid(), /gradient/)
    await drag(speech.locator('.frame'), 0.337, 0.622)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Speech: 35 % from the left, 60 % from the top' }).waitFor()
    await page.getByRole('radio', { name: 'Donations' }).check({ force: true })
    await page.getByLabel('Position').selectOption('left')
    await preview.locator('[data-kind="donation"][data-position="left"]').waitFor()
    await page.getByRole('button', { name: /^Donations:/ }).focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('PageUp')
    await preview.locator('[data-kind="donation"][data-position="free"]').waitFor()
    assert.equal(await page.getByLabel('Layer').inputValue(), '1')
    const layer = (kind: string) =>
      preview.locator(`[data-kind="${kind}"]`).evaluate((element) => Number(getComputedStyle(element).zIndex) || 0)
    assert.ok((await layer('donation')) > (await layer('tts')), 'a higher layer is in front')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overlay.locator('body').getAttribute('data-look'), 'clean', 'nothing before it is saved')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await overlay.locator('body[data-look="neon"]').waitFor()
    await donationsLast(60)
    const donated = shows('[data-kind="donation"][data-position="free"]')
    await page.getByRole('button', { name: 'Test donation' }).click()
    await donated
    await page.locator('.queue-rows').getByText('On screen').waitFor()
    await page.locator('.queue').getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByText('The overlay is empty.').waitFor()
    await page.locator('.firings').getByText('finished').first().waitFor()
    await donationsLast(undefined)
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('is arranged with a finger on a phone', async () => {
    const { page, faults } = await panel.signIn({ phone: true, at: '/overlays' })
    await page.getByRole('radio', { name: 'Audio alerts' }).check({ force: true })
    const item = page.locator('.stage-item[data-kind="audio-alert"]')
    await item.scrollIntoViewIfNeeded()
    await settled(page)
    const touch = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    /** From the middle of something to a place on the stage, in parts of its width and height. */
    async function drag(handle: Locator, toX: number, toY: number): Promise<void> {
      const from = await handle.boundingBox()
      const stage = await page.locator('.stage-items').boundingBox()
      assert.ok(from !== null && stage !== null)
      const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
      const end = { x: stage.x + stage.width * toX, y: stage.y + stage.height * toY }
      const between = (part: number) => ({
        x: start.x + (end.x - start.x) * part,
        y: start.y + (end.y - start.y) * part,
      })
      await finger('touchStart', start)
      for (const part of [0.1, 0.4, 0.7, 1]) await finger('touchMove', between(part))
      await finger('touchEnd')
    }
    const scrolled = () => page.locator('.page').evaluate(({ scrollTop }) => scrollTop)
    const before = await scrolled()
    await drag(item.locator('.frame'), 0.503, 0.72)
    const placed = page.getByRole('button', { name: /^Audio alerts: 50 % from the left, 7\d % from the top/ })
    await placed.waitFor()
    await drag(item.locator('.rotate'), 0.9, 0.72)
    await eventually('a turned item', async () => (await page.getByLabel('Rotation in degrees').inputValue()) !== '0')
    assert.equal(await scrolled(), before, 'the page stays where it is')
    await page.getByRole('button', { name: 'Discard' }).click()
    await placed.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('exports the theme as one file, reads it back, and makes a link for a single scene', async () => {
    const { page, faults } = await panel.signIn({ at: '/overlays' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export theme' }).click(),
    ])
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'))
    assert.deepEqual([file.type, file.version, file.settings.look], ['showcaller-theme', 1, 'neon'])
    const changed = { ...file, settings: { ...file.settings, look: 'pixel', volumes: { master: 0 } } }
    const choose = (name: string, content: string) =>
      page
        .getByLabel('Import theme')
        .and(page.locator('input'))
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
    await choose('odd.json', '{"type":"something"}')
    await page.getByText('odd.json is not a theme of the overlay.').waitFor()
    await choose('mine.json', JSON.stringify(changed))
    await page.frameLocator('iframe').locator('body[data-look="pixel"]').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await overlay.locator('body[data-look="pixel"]').waitFor()
    const { overlay: saved } = await panel.app.ctx.settings.of(panel.app.channel.id)
    assert.equal(saved.volumes.master, 1, 'a theme brings nothing but the look')

    await page.getByText('Overlays for single scenes').click()
    await page.getByRole('button', { name: 'Add scene' }).click()
    await page.getByLabel('Scene', { exact: true }).fill('Pause')
    const items = page.getByRole('group', { name: 'Items of Pause' })
    for (const name of ['Speech', 'Song']) await items.getByRole('checkbox', { name }).check()
    for (const name of ['Event alerts', 'Donations']) await items.getByRole('checkbox', { name }).uncheck()
    await page.getByRole('button', { name: 'Show links' }).click()
    const link = await page.locator('.scene-link a', { hasText: 'Open in a tab' }).getAttribute('href')
    assert.match(link ?? '', /&only=tts,song$/)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually('the scene to be kept', async () => {
      const { overlay: stored } = await panel.app.ctx.settings.of(panel.app.channel.id)
      return stored.scene_links[0]?.name === 'Pause'
    })
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('pauses, removes one item and clears the queue, and shows the result of each', async () => {
    const { page, faults } = await panel.signIn({ at: '/overlays' })
    const queue = page.locator('.queue')
    await queue.getByRole('button', { name: 'Pause' }).click()
    await queue.getByText('Paused').waitFor()
    for (const text of ['first line', 'second line', 'third line'])
      await panel.app.call('tts', { text, username: 'alice' })
    await queue.locator('li').nth(2).waitFor()
    await queue
      .locator('li', { hasText: 'second line' })
      .getByRole('button', { name: /^Remove/ })
      .click()
    await queue.locator('li', { hasText: 'second line' }).waitFor({ state: 'detached' })
    await queue.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await page.getByText('2 items cleared.').waitFor()
    await queue.getByText('The overlay is empty.').waitFor()
    await queue.getByRole('button', { name: 'Resume' }).click()
    await queue.getByText('Running').waitFor()
    await page.locator('.firings tr', { hasText: 'second line' }).getByText('removed').waitFor()
    await page.locator('.firings tr', { hasText: 'first line' }).getByText('cleared').waitFor()
    assert.equal(await overlay.locator('[data-kind="tts"]').count(), 0)
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('uploads a sound, makes an alert of it, orders it first and sees it on the overlay', async () => {
    const { page, faults } = await panel.signIn({ at: '/alerts/audio' })
    await page.getByRole('link', { name: 'New audio alert' }).click()
    await page.getByLabel('Name', { exact: true }).fill('House bell')
    await page.getByRole('button', { name: 'Create alert' }).click()
    await page.getByRole('alert').first().waitFor()
    const wav = { name: 'bell.wav', mimeType: 'audio/wav', buffer: wavOf(1) }
    await page.locator('.media-picker input[type=file]').first().setInputFiles(wav)
    await page
      .getByLabel('Sound', { exact: true })
      .and(page.locator('select'))
      .locator('option:checked', { hasText: 'bell.wav' })
      .waitFor({ state: 'attached' })
    await page.getByLabel('Price in points').fill('42')
    await page.getByRole('button', { name: 'Create alert' }).click()
    await page.getByText('House bell saved').waitFor()
    await page.getByRole('button', { name: 'Move House bell up' }).focus()
    for (let row = 0; row < 4; row++) {
      await page.keyboard.press('Enter')
      await page
        .locator('.rows > li')
        .nth(3 - row)
        .getByRole('link', { name: /^House bell/ })
        .waitFor()
      await page.locator('.moves :focus').waitFor()
    }
    const alerted = shows('[data-kind="audio-alert"]', 'House bell')
    await page.getByRole('button', { name: 'Test House bell' }).click()
    await alerted
    const listed = (await panel.app.call('list-audio-alerts', { status: 'all' })).body.alerts
    assert.equal(listed.find(({ name }: { name: string }) => name === 'House bell').points, 42)
    await page.goto(`${panel.app.url}/alerts/files`)
    await page.getByText('the audio alert House bell').waitFor()
    await page.getByRole('button', { name: 'Delete bell.wav' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('shows donations by amount as they are set', async () => {
    const { page, faults } = await panel.signIn({ at: '/alerts/donations' })
    await page.getByRole('button', { name: 'Add amount' }).click()
    await page.locator('.variants').getByLabel('Minimum', { exact: true }).last().fill('500')
    await page.getByRole('switch', { name: 'Read donation messages aloud' }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const donated = shows('[data-kind="donation"][data-style="bright"]')
    await page.getByRole('button', { name: 'Test a donation of $20.00' }).click()
    await donated
    const { donations } = await panel.app.ctx.settings.of(panel.app.channel.id)
    assert.deepEqual([donations.variants.at(-1)?.minimum, donations.speak], [500, true])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('plays, skips, orders and fills the queue of songs', async () => {
    const { page, faults } = await panel.signIn()
    await page.getByRole('link', { name: 'Music', exact: true }).click()
    const player = page.locator('.player')
    await player.getByRole('button', { name: 'Play' }).click()
    await player.getByText('Playing').waitFor()
    await overlay.locator('[data-kind="song"]', { hasText: 'In the Wings' }).waitFor()
    await player.getByRole('button', { name: 'Skip' }).click()
    await player.getByText('Walking to the Desk').waitFor()
    await page.getByRole('button', { name: 'Play Intermission' }).click()
    await overlay.locator('[data-kind="song"]', { hasText: 'Intermission' }).waitFor()
    await player.getByRole('button', { name: 'Pause' }).click()
    await player.getByText('Paused').waitFor()
    await page
      .locator('.heading input[type=file]')
      .setInputFiles({ name: 'Overture.wav', mimeType: 'audio/wav', buffer: wavOf(2) })
    await page.getByText(/Overture.* added to the queue/).waitFor()
    await page.getByRole('button', { name: 'Move Intermission up' }).click()
    await page.locator('.songs > li').nth(1).getByText('Intermission').waitFor()
    const queue = page.locator('.songs').first()
    await page.getByRole('button', { name: 'Remove Intermission from the queue' }).click()
    await queue.getByText('Intermission').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await queue.locator('> li').nth(1).getByText('Intermission').waitFor()
    await player.getByLabel('Volume').fill('0.25')
    await eventually(
      'the volume is kept',
      async () => (await panel.app.ctx.settings.of(panel.app.channel.id)).overlay.volumes.song === 0.25,
    )
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun(
    'adds the commands for song requests, shows requests live, orders, blocks and removes them, and keeps the rules',
    async () => {
      const { app } = panel
      const { page, faults } = await panel.signIn({ at: '/music' })
      await page.getByRole('button', { name: 'Add commands' }).click()
      await page.getByText('6 commands added under Automations').waitFor()
      await page.getByRole('button', { name: 'Add commands' }).waitFor({ state: 'detached' })
      const rules = page.locator('section.card', { hasText: 'Longest song in seconds' })
      await rules.getByLabel('Price in points').fill('5')
      await rules.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { channel, ctx } = app
      assert.equal((await ctx.settings.of(channel.id)).song_requests.price, 5)
      for (const username of ['alice', 'bob', 'carol']) {
        await app.call('set-points', { username, amount: 5, platform: 'PlatformA' })
      }
      // The player was paused by the test before.
      await app.call('start-song')
      await app.call('stop-song')
      for (const [place, username, song] of [
        [1, 'alice', 'In the Wings'],
        [2, 'bob', 'Walking to the Desk'],
        [3, 'carol', 'Intermission'],
      ] as const) {
        assert.deepEqual(await answersTo(app, username, `!sr ${song}`), [`${song} is number ${place} in the queue.`])
      }
      const rows = page.locator('.requests > li')
      await rows.nth(2).getByText('Requested by Carol · 5 points').waitFor()
      await page.getByRole('button', { name: 'Move Intermission to the top' }).click()
      await rows.first().getByText('Intermission').waitFor()
      await page.getByRole('button', { name: 'Block Walking to the Desk or its viewer' }).click()
      await page.getByRole('radio', { name: 'All requests of Bob' }).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
      await page.getByText('Bob blocked').waitFor()
      await page.getByRole('button', { name: 'Remove the request In the Wings' }).click()
      await page.getByText('In the Wings removed, 5 points given back').waitFor()
      await rows.nth(1).waitFor({ state: 'detached' })
      const { song_requests } = await ctx.settings.of(channel.id)
      assert.deepEqual([song_requests.blocked_viewers, song_requests.price], [['bob'], 5])
      await app.call('skip-song')
      await overlay.locator('[data-kind="song"]', { hasText: 'Intermission' }).waitFor()
      await rows.first().getByText('playing').waitFor()
      assert.deepEqual(faults, [])
      await page.context().close()
    },
  )
})
