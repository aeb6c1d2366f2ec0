import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { addStep, checkPage, usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('a test with a past event, copies, files and the switch for all')

describe('automations in the panel, as a person builds them', () => {
  const panel = usePanel()

  /** What the overlay shows, in another tab of the same browser. */
  async function openOverlay(page: Page): Promise<Page> {
    const overlay = await page.context().newPage()
    await overlay.goto(`${await panel.app.ctx.overlays.link(panel.app.channel)}&silent`)
    await overlay.locator('body[data-connected=true]').waitFor()
    return overlay
  }
  async function begin(page: Page, name: string, trigger: string): Promise<void> {
    await page.getByRole('link', { name: 'New automation' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Choose a trigger' }).click()
    await page.getByRole('combobox', { name: 'Search triggers and events' }).fill(trigger)
    await page.keyboard.press('Enter')
  }
  async function create(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Create automation' }).click()
    await page.getByText(`${name} saved`).waitFor()
  }
  const stored = async (name: string) =>
    (await panel.app.call('list-automations')).body.automations.find((one: { name: string }) => one.name === name)
  const redeem = (username: string, reward: string) =>
    sandboxCall(panel.app, 'redeem', { platform: 'PlatformB', username, reward })

  it('builds three, with mouse and with keys alone, and watches them happen on the overlay', async () => {
    const { page, faults } = await panel.signIn()
    const overlay = await openOverlay(page)
    await page.bringToFront()
    // Texts are previewed with the newest event of the kind.
    await sandboxCall(panel.app, 'follow', { platform: 'PlatformA', username: 'heidi' })
    await page.getByRole('link', { name: 'Automations', exact: true }).click()

    // When someone follows on Kick, play an alert. The text is previewed with the last follow.
    await begin(page, 'Greet', 'follow')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Field').selectOption('platform')
    await page.getByLabel('Filter value').selectOption('Kick')
    await addStep(page, 'Play alert')
    await page.getByLabel('Alert', { exact: true }).selectOption('Tada')
    await addStep(page, 'Send message')
    await page.getByLabel('Text', { exact: true }).fill('Welcome ')
    await page.getByLabel('Text', { exact: true }).press('End')
    await page.keyboard.type('$(event.displ')
    await page.keyboard.press('Enter')
    await page
      .locator('.text-preview')
      .getByText(/Welcome heidi/i)
      .waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await create(page, 'Greet')
    assert.deepEqual((await stored('Greet')).trigger, {
      type: 'event',
      event: 'follow',
      where: { platform: 'PlatformA' },
    })
    // Looked for from before it happens: what the overlay shows is there for some seconds only.
    const shows = (what: string) => overlay.locator(what).first().waitFor({ state: 'attached' })
    const greeted = shows('[data-kind="audio-alert"]')
    await sandboxCall(panel.app, 'follow', { platform: 'PlatformA', username: 'bob' })
    await greeted

    // By keys alone: a chat command with steps inside a step.
    await begin(page, 'Party', 'chat command')
    await page.getByLabel('Command', { exact: true }).fill('party')
    const search = page.getByRole('combobox', { name: 'Search actions' }).and(page.locator(':focus'))
    await page.getByRole('button', { name: 'Add step', exact: true }).press('Enter')
    await search.waitFor()
    await page.keyboard.type('Repeat')
    await page.keyboard.press('Enter')
    await page.locator('.fold', { hasText: 'Repeat' }).and(page.locator(':focus')).waitFor()
    await page.getByLabel('Times', { exact: true }).focus()
    await page.keyboard.type('2')
    for (const title of ['Reply', 'Show effect']) {
      await page.getByRole('button', { name: 'Add step to Steps' }).press('Enter')
      await search.waitFor()
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await page.locator('.branch .fold', { hasText: title }).and(page.locator(':focus')).waitFor()
    }
    const effect = page.locator('.branch .fold', { hasText: 'Show effect' })
    // The reply stands first; the effect moves before it, the reply is deleted, and it comes back.
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    assert.equal(await page.locator('.branch .fold').count(), 1)
    await page.keyboard.press('Control+z')
    assert.equal(await page.locator('.branch .fold').count(), 2)
    await page.keyboard.press('Control+y')
    assert.equal(await page.locator('.branch .fold').count(), 1)
    await effect.press('Alt+ArrowLeft')
    assert.equal(await page.locator('.branch .fold').count(), 0)
    await page.locator('.fold', { hasText: 'Show effect' }).press('Alt+ArrowRight')
    assert.equal(await page.locator('.branch .fold').count(), 1)
    await effect.press('Control+d')
    await page.locator('.branch .fold').nth(1).press('Delete')
    if ((await effect.getAttribute('aria-expanded')) === 'false') await effect.press('Enter')
    await page.getByLabel('Effect', { exact: true }).selectOption('hearts')
    await create(page, 'Party')
    const { steps } = await stored('Party')
    assert.deepEqual(
      steps[0].steps.map((step: { type: string; overlay_id: string }) => [step.type, step.overlay_id]),
      [['effect', 'hearts']],
    )
    const partied = shows('[data-effect-type="hearts"]')
    await sandboxCall(panel.app, 'chat', { platform: 'PlatformA', username: 'carol', text: '!party' })
    await partied

    // A reward, and beside its field what is wrong with a step.
    await begin(page, 'Thirsty', 'reward')
    await addStep(page, 'Show effect')
    await page.getByLabel('Effect', { exact: true }).selectOption('confetti')
    await page.getByRole('button', { name: 'Create automation' }).click()
    await page.locator('.trigger .error').waitFor()
    await page.getByLabel('Reward', { exact: true }).fill('Hydrate')
    await create(page, 'Thirsty')
    const rewarded = shows('[data-effect-type="confetti"]')
    await redeem('dave', 'Hydrate')
    await rewarded

    // What it did stands below it, and in the list.
    await page.locator('.run-history .run').first().click()
    await page.locator('.run-history .step-outcomes').getByText('Show effect').waitFor()
    await page.locator('.run-history .run').first().getByText('Done').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Thirsty' }).getByText('Done').waitFor()

    // Unsaved changes outlive a visit to another one.
    await page.getByLabel('Name', { exact: true }).fill('Very thirsty')
    await page.getByRole('link', { name: /Greet/ }).click()
    await page.getByRole('heading', { name: 'Greet' }).waitFor()
    await page.getByRole('link', { name: /Thirsty/ }).click()
    await page.locator('.automation-editor footer').getByText('Unsaved changes').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Very thirsty')
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('tests one with a past event, stops all, switches, copies, exports, imports and deletes', async () => {
    const steps = [{ type: 'say', text: 'Thank you $(event.displayname)', as: 'bot' }]
    const thanks = { name: 'Thanks', trigger: { type: 'event', event: 'follow', where: { username: 'erin' } }, steps }
    const { id } = (await panel.app.call('save-automation', thanks)).body
    await sandboxCall(panel.app, 'follow', { platform: 'PlatformA', username: 'frank' })
    const { page, faults } = await panel.signIn({ at: `/automations/${id}` })
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('option', { name: /frank/i }).first().waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Dry run' }).click()
    await dialog.getByText('This event does not start it').waitFor()
    await dialog.locator('.result', { hasText: /Thank you frank/i }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Run now' }).click()
    await page.locator('.run-history .run').first().getByText('Done').first().waitFor()

    // A recipe is added with one click.
    await page.getByRole('button', { name: 'Recipes' }).click()
    await dialog.getByLabel('Search recipes').fill('die')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Add Roll a die' }).click()
    await page.getByRole('heading', { name: 'Roll a die' }).waitFor()
    assert.deepEqual((await stored('Roll a die')).trigger, { type: 'command', command: 'dice' })
    await page
      .getByRole('link', { name: /^Thanks/ })
      .first()
      .click()

    const waiting = { name: 'Long', trigger: { type: 'manual' }, steps: [{ type: 'wait', seconds: 3000 }] }
    const long = (await panel.app.call('save-automation', waiting)).body.id
    await panel.app.call('run-automation', { id: long })
    await page.getByRole('listitem').filter({ hasText: 'Long' }).getByText('Running').waitFor()
    await page.getByRole('button', { name: 'Stop all' }).click()
    await page.getByText('1 automation stopped').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Long' }).getByText('Stopped').waitFor()

    await page.getByLabel('Thanks is active').click()
    await eventually('it is off', async () => (await stored('Thanks')).active === 0)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    assert.deepEqual(JSON.parse(text).steps, steps)
    await page.getByRole('button', { name: 'Import' }).click()
    const broken = { name: 'Broken', trigger: { type: 'event', event: 'no-such-event' }, steps: [] }
    await dialog.getByLabel('File').setInputFiles({
      name: 'automations.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([JSON.parse(text), broken])),
    })
    await dialog.getByText('2 automations found.').waitFor()
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('1 automation added').waitFor()
    await dialog.getByText('there is no event no-such-event').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: /Thanks 2/ }).click()
    await page.getByRole('heading', { name: 'Thanks 2' }).waitFor()
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
    await page.getByRole('heading', { name: 'Thanks 2 2' }).waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Thanks 2 2 deleted').waitFor()
    assert.equal(await stored('Thanks 2 2'), undefined)
    await checkPage(panel.app, page, `/automations/${id}`)
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
