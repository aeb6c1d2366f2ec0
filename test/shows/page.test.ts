import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openPlace } from '../browser/open-place.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'
import { signInBrowser } from '../sign-in-link.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('files, rehearsals, and a show on a phone')

describe('a show in the panel', () => {
  const panel = usePanel()
  const card = (page: Page, name: string) => page.getByRole('region', { name })

  async function addStep(page: Page, title: string): Promise<void> {
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('combobox', { name: 'Search actions' }).fill(title)
    await page.keyboard.press('Enter')
  }

  /** Before the browser has drawn the new cue, as on a machine that is busy. */
  async function addAndNameAtOnce(page: Page, name: string): Promise<void> {
    await page.evaluate(async (text) => {
      document.querySelector<HTMLButtonElement>('.add-cue')?.click()
      // A turn of the event loop, but no frame.
      await new Promise((resolve) => setTimeout(resolve))
      const field = document.querySelector<HTMLInputElement>('.cue.open input:not(.mono)')
      if (field === null) throw new Error('No cue is open.')
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, name)
  }

  /** What the overlay shows, in another tab of the same browser. */
  async function openOverlay(page: Page, isTest = false): Promise<Page> {
    const { channels, overlays } = panel.app.ctx
    const channel = isTest ? await channels.testChannelOf(panel.app.channel) : panel.app.channel
    const overlay = await page.context().newPage()
    await overlay.goto(`${await overlays.link(channel)}&silent`)
    await overlay.locator('body[data-connected=true]').waitFor()
    return overlay
  }

  it('is built, reordered, run with the space bar, and seen on the overlay', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Run of show')
    await page.getByText('No shows yet').waitFor()
    await page.getByRole('link', { name: 'New show' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Gala')
    await page.getByRole('button', { name: 'Add cue' }).click()
    await page.getByLabel('Name of the cue').fill('Hearts')
    await page.getByLabel('Notes for the operator').fill('Wait for the applause.')
    await addStep(page, 'Show effect')
    await page.getByLabel('Effect', { exact: true }).selectOption('hearts')
    await page.getByRole('button', { name: 'Add cue' }).click()
    await page.getByLabel('Name of the cue').fill('Thanks')
    await page.getByLabel('Start', { exact: true }).selectOption('After the cue before')
    await page.getByLabel('Seconds after it').fill('1')
    await addStep(page, 'Send message')
    await page.getByLabel('Text', { exact: true }).fill('Thank you all')
    await addAndNameAtOnce(page, 'Welcome')
    assert.equal(await page.getByLabel('Name of the cue').inputValue(), 'Welcome')
    assert.deepEqual(await axeViolations(page), [])
    // By keyboard: the last cue becomes the first one.
    const up = page.getByRole('button', { name: /^Move Cue 3: Welcome up$/ })
    await up.focus()
    await page.keyboard.press('Enter')
    await page.locator('li', { has: up }).and(page.locator(':nth-child(2)')).waitFor()
    await up.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create show' }).click()
    await page.getByText('Gala saved').waitFor()
    const { body } = await panel.app.call('list-cues', { show: 'Gala' })
    assert.deepEqual(
      body.cues.map(({ number, name, start }: Record<string, unknown>) => [number, name, start]),
      [
        ['3', 'Welcome', 'go'],
        ['1', 'Hearts', 'go'],
        ['2', 'Thanks', { after: 1 }],
      ],
    )

    const overlay = await openOverlay(page)
    await page.getByRole('link', { name: 'Run', exact: true }).click()
    await card(page, 'Next cue').getByText('Welcome').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Commands' }).count(), 0, 'nothing else can be opened by mistake')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Space')
    await card(page, 'Current cue').getByText('Welcome').waitFor()
    await card(page, 'Next cue').getByText('Wait for the applause.').waitFor()
    await page.getByText('You have the lead.').waitFor()
    // Looked for from before it is started: an effect is there for some seconds only.
    const shown = overlay.locator('[data-effect-type="hearts"]').first().waitFor({ state: 'attached' })
    await eventually('the second Go to be a second press', async () => {
      await page.keyboard.press('Space')
      return (await panel.app.call('list-cues')).body.current !== '3'
    })
    await shown
    await card(page, 'Next cue').getByText('This was the last cue.').or(page.getByText('Not running')).first().waitFor()
    await page.getByText('Not running').waitFor()
    await page.getByRole('link', { name: 'Leave', exact: true }).click()
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await page.getByRole('heading', { name: 'Report of Gala' }).waitFor()
    const finished = page.getByRole('row').filter({ hasText: 'Finished' })
    await eventually('all three cues', async () => (await finished.count()) === 3)
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('is held, resumed and stopped on a phone, and one click takes the lead from somebody else', async () => {
    const wait = (number: string, name: string, more: object = {}) => ({ number, name, pre_wait: 600, ...more })
    const cues = [wait('1', 'First', { notes: 'Lights down.' }), wait('2', 'Second'), wait('3', 'Third')]
    const { id } = (await panel.app.call('save-show', { name: 'Evening', cues })).body
    const { page, faults } = await panel.signIn({ phone: true, colorScheme: 'dark' })
    await panel.app.call('go-cue', { show: id })
    await page.goto(`${panel.app.url}/run-of-show/${id}/run`)
    await page.getByText('test has the lead.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Take the lead' }).click()
    await page.getByText('You have the lead.').waitFor()
    await card(page, 'Current cue')
      .getByText(/\b\d:\d\d\b/)
      .waitFor()
    await page.getByRole('button', { name: 'Hold' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    // Another client changes the show, and the page follows by itself.
    await panel.app.call('standby-cue', { show: id, number: '3', take_lead: true })
    await card(page, 'Next cue').getByText('Third').waitFor()
    await page.getByRole('button', { name: 'Take the lead' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await card(page, 'Next cue').getByText('Second').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Hold' }).waitFor()
    await page.getByRole('button', { name: 'Jump to cue 3' }).click()
    await card(page, 'Current cue').getByText('Third').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.ok(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      'nothing is wider than a phone',
    )
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Not running').waitFor()
    assert.equal((await panel.app.call('list-cues', { show: id })).body.state, 'stopped')
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun(
    'comes from a file, goes into one, and is rehearsed on the overlay of the test channel only',
    async () => {
      const { page, faults } = await panel.signIn()
      const file = join(panel.app.folder, 'festival.json')
      const step = { type: 'effect', overlay_id: 'confetti' }
      const cues = [{ number: '1', name: 'Finale', start: 'go', steps: [step] }]
      writeFileSync(file, JSON.stringify({ version: 1, name: 'Festival', cues }))
      await page.goto(`${panel.app.url}/run-of-show`)
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByText('Festival imported').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      assert.equal((await download).suggestedFilename(), 'festival.show.json')
      const [overlay, test] = [await openOverlay(page), await openOverlay(page, true)]
      await page.getByRole('link', { name: 'Rehearse', exact: true }).click()
      await page.getByText('Rehearsal', { exact: true }).waitFor()
      const shown = test.locator('[data-effect-type="confetti"]').first().waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Go' }).click()
      await shown
      assert.equal(await overlay.locator('[data-effect-type="confetti"]').count(), 0)
      assert.deepEqual(faults, [])
      await page.context().close()
    },
  )

  it('is watched, but not run, by somebody who may only read', async () => {
    const { app } = panel
    const { id } = (await app.call('save-show', { name: 'Closed', cues: [{ number: '1', name: 'One' }] })).body
    const person = await app.ctx.db.write((tx) => app.ctx.people.invite(tx, app.cause, 'a viewer', 'viewer'))
    const context = await panel.browser.newContext()
    const page = await context.newPage()
    await signInBrowser(page, `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel, person)}`)
    await page.goto(`${app.url}/run-of-show/${id}/run`)
    await card(page, 'Next cue').getByText('One').waitFor()
    await page.keyboard.press('Space')
    assert.equal(await page.getByRole('button').count(), 0)
    assert.equal((await app.call('list-cues', { show: id })).body.state, 'stopped')
    await context.close()
  })
})
