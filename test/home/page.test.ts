import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { axeViolations } from '../browser/chromium.ts'
import { closeToasts, holdAnswer, listening, settled, showWholePages, usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'
import { openPage } from '../overlay/page-client.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { Page, Request } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('the search and an import on a phone too, and all that the search does')

describe('Home during a stream', () => {
  const panel = usePanel()
  const say = (platform: string, username: string, text: string) =>
    sandboxCall(panel.app, 'chat', { platform, username, text })

  it('shows the chat of all platforms, and sends and replies as the broadcaster or the bot', async () => {
    const { page, faults } = await panel.signIn()
    const chat = page.getByRole('log', { name: 'Chat' })
    await chat.getByText('Messages of all connected chats').waitFor()
    await listening(page)
    await say('PlatformA', 'alice', 'hello from Kick')
    await say('PlatformB', 'grace', 'hello from Twitch')
    await chat.locator('.chat-line.kick', { hasText: 'hello from Kick' }).waitFor()
    await chat.locator('.chat-line.twitch', { hasText: 'hello from Twitch' }).waitFor()

    const box = page.getByRole('form', { name: 'Message' })
    const first = await holdAnswer(page, 'send-chat')
    await box.getByRole('textbox', { name: 'Message' }).fill('Welcome, everyone')
    await box.getByRole('button', { name: 'Send' }).click()
    await first.held
    // The next one can be written and sent at once, and arrives after it.
    await page.keyboard.type('I am back')
    await page.keyboard.press('Enter')
    await first.release()
    await chat.locator('.chat-line.kick', { hasText: 'I am back' }).waitFor()
    const own = await chat.locator('.chat-line.kick', { hasText: /Welcome, everyone|I am back/ }).allTextContents()
    assert.deepEqual(
      own.map((line) => line.includes('I am back')),
      [false, true],
    )
    await chat.locator('.chat-line.kick', { hasText: 'Welcome, everyone' }).waitFor()
    await chat.locator('.chat-line.twitch', { hasText: 'Welcome, everyone' }).waitFor()

    await box.getByLabel('Send as').selectOption('Bot')
    await box.getByLabel('Send to').selectOption('Twitch')
    await box.getByRole('textbox', { name: 'Message' }).fill('Only here')
    await page.keyboard.press('Enter')
    await chat.locator('.chat-line.twitch', { hasText: 'Only here' }).waitFor()
    assert.equal(await chat.locator('.chat-line.kick', { hasText: 'Only here' }).count(), 0)

    await chat.getByText('hello from Twitch').hover()
    await page.getByRole('button', { name: 'Reply to Grace' }).click()
    await page.getByText('Replying to Grace').waitFor()
    await page.keyboard.type('Hi Grace')
    await page.keyboard.press('Enter')
    await chat.locator('.chat-line.twitch', { hasText: 'Hi Grace' }).waitFor()
    await page.getByText('Replying to Grace').waitFor({ state: 'detached' })
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('deletes a message, times out, bans, takes a ban back, and shows who a viewer is', async () => {
    const { page } = await panel.signIn()
    const chat = page.getByRole('log', { name: 'Chat' })
    await listening(page)
    await say('PlatformA', 'mallory', 'buy followers')
    const line = chat.locator('.chat-line', { hasText: 'buy followers' })
    await line.hover()
    await line.getByRole('button', { name: 'Delete message of Mallory' }).click()
    await line.getByText('Message deleted').waitFor()

    await say('PlatformA', 'mallory', 'again')
    await chat.getByText('again', { exact: true }).hover()
    await page.getByRole('button', { name: 'Time out Mallory for 10 minutes' }).last().click()
    await page.getByText('Mallory timed out for 10 min').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually('the unban', async () => (await eventsSince(panel.app)).some(({ kind }) => kind === 'unban'))

    await say('PlatformA', 'mallory', 'and again')
    await chat.locator('.chat-line', { hasText: 'and again' }).getByRole('button', { name: 'About Mallory' }).click()
    const card = page.getByRole('dialog', { name: 'Mallory' })
    for (const name of ['Points', 'Watch time', 'Messages']) await card.getByText(name, { exact: true }).waitFor()
    await card.getByRole('heading', { name: 'Recent history' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await card.getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByText('Mallory banned').waitFor()
    await page.context().close()
  })

  it('triggers what has a button, and keeps the chosen buttons', async () => {
    const { page } = await panel.signIn()
    const overlay = await page.context().newPage()
    await overlay.goto(await panel.app.ctx.overlays.link(panel.app.channel))
    await overlay.locator('body[data-connected=true]').waitFor()
    const quick = page.locator('section.quick')
    await quick.getByRole('button', { name: 'Create clip' }).waitFor()
    await quick.getByRole('button', { name: 'Edit quick actions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit quick actions' })
    const chosen = dialog.getByRole('checkbox', { checked: true })
    // Its code loads when it is opened.
    await chosen.first().waitFor()
    for (let left = await chosen.count(); left > 0; left--) await chosen.first().uncheck()
    await dialog.getByRole('searchbox', { name: 'Search actions' }).fill('!uptime')
    await dialog.getByLabel('!uptime').check()
    await dialog.getByRole('searchbox', { name: 'Search actions' }).fill('confetti')
    await dialog.getByLabel('Confetti').check()
    // Somebody else chooses at the same time: both are shown, and nothing is overwritten unknowingly.
    const other = await signInAsOwner(panel.app)
    await other.call('save-quick-buttons', { buttons: [{ kind: 'clip', id: '' }] })
    await dialog.getByText('Saved elsewhere').waitFor()
    await dialog.getByRole('button', { name: 'Keep my changes' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await quick.getByRole('button', { name: 'Create clip' }).waitFor({ state: 'detached' })
    await page.reload()
    await quick.getByRole('button', { name: '!uptime' }).click()
    await page.getByText('Ran !uptime').waitFor()
    await page.getByRole('log', { name: 'Chat' }).getByText('The stream has been live for').first().waitFor()
    // Looked for from before it is triggered: an effect is there for some seconds only.
    const shown = overlay.locator('[data-effect-type="confetti"]').first().waitFor()
    await quick.getByRole('button', { name: 'Confetti' }).click()
    await Promise.all([shown, page.getByText('Triggered Confetti').waitFor()])
    await page.context().close()
  })

  /** The search, which is opened by keys or, on a phone, from the menu. */
  function searchOf(page: Page, { phone }: { readonly phone: boolean }) {
    const field = page.getByRole('combobox', { name: 'Search, trigger, run or open' })
    async function type(text: string): Promise<void> {
      if (phone) {
        // What was said lies over the bar at the foot.
        await closeToasts(page)
        await page.getByRole('navigation', { name: 'More' }).getByRole('button', { name: 'More' }).click()
        await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Search' }).click()
      } else await page.keyboard.press('Control+k')
      await field.fill(text)
    }
    async function choose(text: string, entry: RegExp): Promise<void> {
      await type(text)
      await page.getByRole('option', { name: entry }).first().waitFor()
      await page.getByRole('option', { name: entry }).first().click()
    }
    return { type, choose }
  }

  for (const phone of isLongRun ? [false, true] : [false]) {
    const how = phone ? 'by the search under More, on a phone' : 'with Ctrl+K'
    it(`finds and does ${how}: triggers, runs, sets the title, opens a viewer and a page`, async () => {
      const { page } = await panel.signIn({ phone })
      const { type, choose } = searchOf(page, { phone })
      const steps = [{ type: 'say', text: 'Good evening' }]
      await panel.app.call('save-automation', { version: 1, name: 'Good evening', trigger: { type: 'manual' }, steps })
      const overlay = await openPage(panel.app)
      await choose('trigger airhorn', /Trigger Airhorn/)
      await page.getByText('Triggered Airhorn').waitFor()
      await overlay.cue('audio-alert')
      overlay.cut()
      await choose('good evening', /Run Good evening/)
      await page.getByText('Started Good evening').waitFor()
      await type('title Late night special')
      await page.getByRole('option', { name: /Set title to/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Edit title: Late night special' }).waitFor()
      await choose('grac', /^Grace/)
      await page.getByRole('heading', { name: 'Grace' }).waitFor()
      await choose('webhooks', /Webhooks/)
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
      await page.context().close()
    })

    itInLongRun(`and ${how}: shows effects, skips, clips, runs commands, pauses, opens a setting`, async () => {
      const { page } = await panel.signIn({ phone })
      const { choose } = searchOf(page, { phone })
      const overlay = await openPage(panel.app)
      await choose('trigger airhorn', /Trigger Airhorn/)
      await overlay.cue('audio-alert')
      await choose('confetti', /Trigger Confetti/)
      await page.getByText('Triggered Confetti').waitFor()
      await overlay.cue('effect')
      await choose('skip', /Skip current overlay item/)
      await page.getByText('Item skipped', { exact: true }).waitFor()
      overlay.cut()
      await choose('clip', /Create clip/)
      await page.getByText('Create clip: done').waitFor()
      await choose('run !uptime', /Run !uptime/)
      await page.getByText('Ran !uptime').waitFor()
      await choose('pause', /Pause overlay/)
      if (phone) await page.getByRole('button', { name: 'Now', exact: true }).click()
      await page.locator('section.queue').getByText('Paused').waitFor()
      await choose('resume', /Resume overlay/)
      await page.locator('section.queue').getByText('Paused').waitFor({ state: 'detached' })
      await choose('shield', /Shield mode/)
      await page.getByRole('heading', { level: 1, name: 'Moderation' }).waitFor()
      await page.context().close()
    })
  }

  it('says that nothing reaches the platforms, and ticks the first steps by itself', async () => {
    const { page } = await panel.signIn()
    await page.getByTitle('Test mode: chat, viewers and clips are simulated').waitFor()
    const steps = page.locator('section.first-steps')
    const done = (name: string) => steps.locator('li.done', { hasText: name }).waitFor()
    const unfold = () => steps.getByRole('button', { name: 'Show all steps' }).click()
    // Folded, it is one line with what comes next.
    assert.equal(await steps.getByRole('listitem').count(), 0)
    await unfold()
    await steps.getByRole('button', { name: /See it work/ }).click()
    await page
      .getByRole('dialog', { name: 'What viewers see' })
      .frameLocator('iframe')
      .locator('[data-kind="donation"]')
      .waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Close' }).last().click()
    await done('See it work')
    await done('Add the overlay to OBS')
    await steps.getByRole('link', { name: /Create a command/ }).click()
    await page.getByRole('heading', { name: 'New command' }).waitFor()
    await page.getByLabel('Command', { exact: true }).fill('firststep')
    await page.getByLabel('Reply', { exact: true }).fill('It works.')
    await page
      .getByRole('button', { name: 'Create command' })
      .or(page.getByRole('button', { name: 'Save' }))
      .first()
      .click()
    await page.getByText('!firststep saved').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await unfold()
    await done('Create a command')
    await steps.getByRole('link', { name: /Create an API key/ }).click()
    const key = page.getByRole('dialog', { name: 'New key' })
    await key.getByRole('textbox', { name: 'Name' }).fill('First key')
    await key.getByLabel('chat:write').check()
    await key.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await unfold()
    await done('Create an API key')
    await page.getByRole('link', { name: 'Connect an account' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Platforms' }).waitFor()
    await page.goBack()
    await steps.getByRole('button', { name: 'Hide checklist' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('section.quick').waitFor()
    assert.equal(await steps.count(), 0)
    await page.context().close()
  })

  it('has one column at a time on a phone, the chat first, and the moderation of a message one tap away', async () => {
    const { page, faults } = await panel.signIn({ phone: true })
    const shown = async () =>
      Promise.all(['.live-chat', '.home-feed', 'section.quick'].map((name) => page.locator(name).isVisible()))
    await page.locator('section.live-chat').waitFor()
    const columns = page.getByRole('group', { name: 'Columns' })
    assert.deepEqual(await shown(), [true, false, false])
    await columns.getByRole('button', { name: 'People' }).click()
    await page.locator('.home-feed').waitFor()
    assert.deepEqual(await shown(), [false, true, false])
    await columns.getByRole('button', { name: 'Now' }).click()
    await page.locator('section.quick').waitFor()
    assert.deepEqual(await shown(), [false, false, true])
    await columns.getByRole('button', { name: 'Chat' }).click()
    await page.getByRole('navigation', { name: 'More' }).getByRole('button', { name: 'More' }).click()
    const menu = page.getByRole('dialog', { name: 'More' })
    await menu.getByRole('link').first().waitFor()
    const [first, second] = await menu.getByRole('link').all()
    const [one, two] = await Promise.all([first?.boundingBox(), second?.boundingBox()])
    assert.ok(one && two)
    assert.ok(one.height >= 44 && one.width > 120, 'a thumb hits it')
    assert.equal(one.y, two.y, 'two stand side by side')
    assert.deepEqual(await axeViolations(page), [])
    // The menu has the search, which triggers as Ctrl+K does.
    await menu.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search, trigger, run or open' }).fill('clip')
    await page.getByRole('option', { name: /Create clip/ }).click()
    await page.getByText('Create clip: done').waitFor()
    await closeToasts(page)

    await listening(page)
    await say('PlatformB', 'grace', 'look at my channel')
    const line = page.getByRole('log', { name: 'Chat' }).locator('.chat-line', { hasText: 'look at my channel' })
    await line.getByRole('button', { name: 'About Grace' }).click()
    const card = page.getByRole('dialog', { name: 'Grace' })
    for (const name of ['Reply', 'Time out', 'Ban']) await card.getByRole('button', { name, exact: true }).waitFor()
    await card.getByRole('button', { name: 'Delete message' }).click()
    await line.getByText('Message deleted').waitFor()
    const box = page.getByRole('form', { name: 'Message' })
    await box.getByRole('textbox', { name: 'Message' }).fill('Sent from a phone')
    await box.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('log', { name: 'Chat' }).getByText('Sent from a phone').first().waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  // Imports that follow each other are one row, so there is one of them in a run.
  for (const phone of [isLongRun]) {
    it(`shows an import as one row of the activity, and says what to do about the rows that failed${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone })
      const name = phone ? 'guest' : 'viewer'
      const rows = Array.from({ length: 120 }, (_, row) => `${name}${row},${name}${row},${row === 7 ? 'many' : row}`)
      await page.goto(`${panel.app.url}/viewers`)
      await page.getByRole('button', { name: 'Import' }).click()
      const dialog = page.getByRole('dialog', { name: 'Import viewers' })
      const file = { name: 'viewers.csv', mimeType: 'text/csv' }
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ ...file, buffer: Buffer.from(['user_id,username,points', ...rows].join('\n')) })
      await dialog.getByRole('button', { name: 'Import 120 rows' }).click()
      await dialog.getByText('correct them in a spreadsheet').waitFor()
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Save 1 failed row' }).click()
      const saved = await (await download).createReadStream()
      const text = (await saved.toArray()).join('')
      assert.match(text, /^user_id,username,points,error\r\n(viewer7|guest7),\1,many,"?Points must be a whole number/)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.goto(`${panel.app.url}/activity`)
      const row = page.locator('.events li', { hasText: '120 lines of viewers imported' }).first()
      await row.waitFor()
      assert.equal(
        await page
          .locator('.events')
          .getByText(/(viewer|guest)\d+ .*points/)
          .count(),
        0,
      )
      await row.getByRole('button', { name: '1 more' }).click()
      await page.locator('.events li', { hasText: '100 lines of viewers imported' }).first().waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await page.context().close()
    })
  }

  it('loads with at most 20 requests and 60 kB of script, and nothing moves', async () => {
    const { page } = await panel.signIn()
    await showWholePages(page)
    const requests: Request[] = []
    page.on('request', (request) => {
      // What the page before it asked for last does not count.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.length = 0
      requests.push(request)
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
          if (!hadRecentInput)
            document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + value)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(`${panel.app.url}/`)
      await page.locator('section.queue').waitFor({ state: 'attached' })
      await page.locator('section.home-feed').waitFor({ state: 'attached' })
      await settled(page)
      const counted = requests.map((request) => request.url()).filter((url) => url.startsWith('http'))
      assert.ok(counted.length <= 20, `${counted.length} requests:\n${counted.join('\n')}`)
      // As a published package sends them: compressed at the highest quality, which a clone is not built with.
      // Each once: the page before may still ask for one of them when this one is opened.
      const scripts = new Set(
        requests.filter((request) => request.resourceType() === 'script').map((request) => request.url()),
      )
      const scriptBytes = [...scripts]
        .map((url) => new URL(`../..${new URL(url).pathname.replace('/panel/', '/panel/dist/')}`, import.meta.url))
        .reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0)
      assert.ok(scriptBytes > 0 && scriptBytes <= 60 * 1024, `${scriptBytes} bytes of script`)
      const shift = Number((await page.locator('html').getAttribute('data-shift')) ?? 0)
      assert.ok(shift < 0.05, `layout shift ${shift} at ${size.width}`)
    }
    await page.context().close()
  })
})
