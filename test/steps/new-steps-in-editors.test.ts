import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { addStep, usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; where steps act is tested on both engines without one',
})
needs('chromium', 'panel')

describe('a step that was just added in the panel', () => {
  const panel = usePanel()

  const platform = (page: Page) => page.getByLabel('Platform', { exact: true })
  const chosen = (page: Page) => platform(page).locator('option:checked').innerText()
  async function pickTrigger(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: /^(Choose a trigger|Trigger: )/ }).click()
    await page.getByRole('combobox', { name: 'Search triggers and events' }).fill(name)
    await page.keyboard.press('Enter')
  }

  const stored = async (name: string) =>
    (await panel.app.call('list-automations')).body.automations.find((one: { name: string }) => one.name === name)

  it('is empty, says on which platform it acts, and cannot be saved before it is filled in', async () => {
    const { page, faults } = await panel.signIn({ at: '/automations' })
    await page.getByRole('link', { name: 'New automation' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Subs')
    await pickTrigger(page, 'subscription')
    await addStep(page, 'Send message')
    const text = page.getByLabel('Text', { exact: true })
    assert.equal(await text.inputValue(), '')
    assert.equal(await chosen(page), 'Platform of the event')
    await page.getByText('Acts on the platform of the event.').waitFor()
    await page.getByRole('button', { name: 'Create automation' }).click()
    await page.locator('.block').getByText('Fill in this field to save.').waitFor()
    assert.equal(await text.getAttribute('aria-invalid'), 'true')
    assert.equal(await stored('Subs'), undefined)
    assert.deepEqual(await axeViolations(page), [])

    // What it acts on follows the trigger.
    await pickTrigger(page, 'time of day')
    await page.getByText('Acts on all connected platforms.').waitFor()
    assert.equal(await chosen(page), 'All connected platforms')
    await pickTrigger(page, 'chat command')
    await page.getByText('Acts on the platform where the command was typed.').waitFor()
    assert.equal(await chosen(page), 'Platform of the chat')

    await pickTrigger(page, 'subscription')
    await text.fill('Thank you, $(displayname)!')
    await page.getByRole('button', { name: 'Create automation' }).click()
    await page.getByText('Subs saved').waitFor()
    assert.deepEqual((await stored('Subs')).steps, [{ type: 'say', text: 'Thank you, $(displayname)!' }])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('is empty in a command and in a cue too, also where it chooses from the channel', async () => {
    const { page, faults } = await panel.signIn({ at: '/commands' })
    await page.getByRole('link', { name: 'New command' }).click()
    await page.getByLabel('Command', { exact: true }).first().fill('fanfare')
    await addStep(page, 'Play alert')
    assert.equal(await page.getByLabel('Alert', { exact: true }).inputValue(), '')
    await page.getByRole('button', { name: 'Create command' }).click()
    await page.locator('.block').getByText('Fill in this field to save.').waitFor()
    await page.getByLabel('Alert', { exact: true }).selectOption('Tada')
    await page.getByRole('button', { name: 'Create command' }).click()
    await page.getByText('!fanfare saved').waitFor()

    await page.goto(`${panel.app.url}/run-of-show/new`)
    await page.getByLabel('Name', { exact: true }).fill('Gala')
    await page.getByRole('button', { name: 'Add cue' }).click()
    await page.getByLabel('Name of the cue').fill('Opening')
    await addStep(page, 'Send announcement')
    assert.equal(await page.getByLabel('Text', { exact: true }).inputValue(), '')
    assert.equal(await chosen(page), 'All connected platforms')
    await page.getByText('Acts on all connected platforms.').waitFor()
    await page.getByRole('button', { name: 'Create show' }).click()
    await page.locator('.block').getByText('Fill in this field to save.').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
