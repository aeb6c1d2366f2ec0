import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import { openPage } from '../overlay/page-client.ts'
import { signInBrowser } from '../sign-in-link.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { isCopied, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('what becomes of an item, on a phone too, and points that are adjusted')

describe('people at the panel', () => {
  const clock = createTestClock({ runs: true })
  const panel = usePanel({ clock })

  it('sees at once what happens elsewhere, and the lights follow', async () => {
    const { page } = await panel.signIn({ at: '/activity' })
    await panel.app.call('add-points', { username: 'heidi', amount: 3, platform: 'PlatformB' })
    await page.getByText(/heidi \+3 points/).waitFor()
    const overlay = await page.context().newPage()
    await overlay.goto(await panel.app.ctx.overlays.link(panel.app.channel))
    const light = page.getByRole('banner').getByRole('link', { name: 'Overlay' })
    await page.getByTitle('Overlay: connected').waitFor()
    await light.click()
    // Looked for from before it is sent: it is there for some seconds only.
    const shown = overlay.locator('[data-kind="donation"]').waitFor()
    await page.getByRole('button', { name: 'Test donation' }).click()
    await Promise.all([shown, page.getByText('Sent to overlay.').waitFor()])
    await page.getByRole('cell', { name: /on screen|finished/ }).waitFor()
    await page.context().close()
  })

  for (const phone of isLongRun ? [false, true] : [false]) {
    it(`says of a test that it was sent once a page has confirmed it, and of an item that its page left it${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone })
      const overlay = await openPage(panel.app, { acks: 'none' })
      await page.goto(`${panel.app.url}/overlays`)
      const sent = page.getByText('Sent to overlay.')
      await page.getByRole('button', { name: 'Test donation' }).click()
      const { id } = await overlay.cue('donation')
      const row = page.locator('.firings tbody tr').first()
      await row.getByText('queued').waitFor()
      assert.equal(await sent.count(), 0, 'it has the item, and has not said so')
      overlay.say({ type: 'received', id })
      await sent.waitFor()
      overlay.say({ type: 'shown', id })
      const queue = page.locator('.queue')
      await queue.getByText('On screen').waitFor()
      overlay.cut()
      await row.getByText('interrupted').waitFor()
      await queue.getByText('The overlay is empty.').waitFor()
      // It leaves the queue by itself, so there is nothing to skip or clear, and Home and a reload say the same.
      const isNothingLeft = async () => {
        await queue.getByText('The overlay is empty.').waitFor()
        assert.equal(await queue.getByText('On screen').count(), 0)
        for (const name of ['Skip', 'Clear']) {
          assert.equal(await queue.getByRole('button', { name, exact: true }).isDisabled(), true, name)
        }
      }
      await isNothingLeft()
      await page.goto(panel.app.url)
      if (phone) await page.getByRole('button', { name: 'Now', exact: true }).click()
      await isNothingLeft()
      await page.goto(`${panel.app.url}/overlays`)
      await isNothingLeft()
      await row.getByText('interrupted').waitFor()
      // The next page gets what comes next, and nothing of what was on screen.
      const next = await openPage(panel.app)
      await page.getByRole('button', { name: 'Test speech' }).click()
      await next.cue('tts')
      assert.deepEqual(
        next.cues.map(({ kind }) => kind),
        ['tts'],
      )
      await row.getByText('finished').waitFor()
      next.cut()
      await page.context().close()
    })
  }

  it('jumps, runs and reads the shortcuts from the keyboard alone, and is back where it was after a dialog', async () => {
    const { page } = await panel.signIn()
    // What is chosen is shown before Enter is pressed: some entries load when the palette opens.
    const chosen = (name: RegExp) => page.getByRole('option', { name, selected: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('activ')
    await chosen(/^Activity/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search activity' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('?')
    assert.equal(await page.getByRole('dialog').count(), 0, 'a key press in a text field is text')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('api key')
    await chosen(/^Keys/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('#page').focus()
    // The second key counts for a moment only, and how fast this machine types is not what is tested.
    await page.clock.setFixedTime(Date.now())
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Overlay', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New key' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New key' }).and(page.locator(':focus')).waitFor()
    await page.context().close()
  })

  it('asks for another sign-in before giving access away, in a tab of its own, and then continues', async () => {
    const { page } = await panel.signIn({ at: '/developer/keys?new' })
    clock.advance(61 * minuteMs)
    const dialog = page.getByRole('dialog', { name: 'New key' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('After an hour')
    await dialog.getByLabel('chat:write').check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const asking = page.getByRole('dialog', { name: 'Sign in again to continue' })
    const opened = page.context().waitForEvent('page')
    await asking.getByRole('link', { name: 'Sign in with the sandbox' }).click()
    const other = await opened
    await other.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('dialog', { name: 'Your new key' }).locator('code').waitFor()
    assert.equal(await asking.count(), 0)
    await page.getByRole('button', { name: 'Done' }).click()

    clock.advance(61 * minuteMs)
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('This requires a sign-in within the last hour. Sign in again to continue.').waitFor()
    await page.context().close()
  })

  it('keeps the overlay link hidden until it is asked for, that of the test channel too', async () => {
    const { page } = await panel.signIn({ at: '/overlays' })
    await page.getByRole('button', { name: 'Show link' }).waitFor()
    const link = await panel.app.ctx.overlays.link(panel.app.channel)
    assert.equal((await page.content()).includes(link), false)
    await page.getByRole('button', { name: 'Show link' }).click()
    await page.getByText(link).waitFor()
    await page.getByRole('button', { name: 'Copy' }).click()
    await isCopied(page, (text) => text === link)
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Open in a tab' }).click()
    await (await opened).locator('body[data-connected="true"]').waitFor()
    await (await opened).close()
    const test = await panel.app.ctx.overlays.link(await panel.app.ctx.channels.testChannelOf(panel.app.channel))
    assert.equal((await page.content()).includes(test), false)
    await page.getByText('Link of the test channel').click()
    await page.getByRole('button', { name: 'Show link' }).click()
    await page.getByText(test).waitFor()
    await page.context().close()
  })

  itInLongRun('adjusts points with a reason, and shows what is missing beside the field', async () => {
    const { page } = await panel.signIn({ at: '/viewers' })
    await page.getByLabel('Search viewers').fill('grac')
    await page.getByRole('link', { name: 'Grace' }).click()
    await page.getByLabel('Amount').fill('25')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^Must not be empty/)
    await page.getByLabel('Reason').fill('Won the quiz')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('cell', { name: 'Won the quiz' }).waitFor()
    await page.context().close()
  })

  it('lets a moderator in, who sees no way to do what the role does not allow, and reads when they are removed', async () => {
    const { page } = await panel.signIn({ at: '/settings/people' })
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Name').fill('mara')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    const link = (await page.getByRole('dialog', { name: 'Sign-in link for mara' }).locator('code').textContent()) ?? ''
    const other = await panel.browser.newContext()
    const mara = await other.newPage()
    await signInBrowser(mara, link)
    await mara.getByRole('button', { name: /^Edit title/ }).waitFor()
    await mara.goto(`${panel.app.url}/developer/console/send-message`)
    await mara.getByText('Only owners can send calls.').waitFor()
    assert.equal(await mara.getByRole('button', { name: 'Send', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Remove mara' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('mara no longer has access').waitFor()
    await mara.getByText('An owner removed you from this channel. To return, ask an owner').waitFor()
    await mara.reload()
    await mara.getByText('Open the sign-in link from the terminal.').waitFor()
    await other.close()
    await page.context().close()
  })
})
