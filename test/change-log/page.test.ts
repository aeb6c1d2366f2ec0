import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('a broadcaster and the way back', () => {
  const panel = usePanel()

  it('deletes a show, undoes it, deletes it again and restores it from the trash', async () => {
    const { id } = (await panel.app.call('save-show', { name: 'Friday', cues: [] })).body
    const { page, faults } = await panel.signIn({ at: `/run-of-show/${id}` })
    const dialog = page.getByRole('dialog')
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await dialog.getByText('It stays in the trash for 30 days.').waitFor()
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Friday restored').waitFor()
    await page.getByRole('link', { name: /Friday/ }).click()
    await remove()
    await page.goto(`${panel.app.url}/settings/trash`)
    await page
      .getByRole('row', { name: /Friday/ })
      .getByText('30 days left')
      .last()
      .waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Restore Friday' }).click()
    await page.getByText('The trash is empty').waitFor()
    assert.equal((await panel.app.call('list-shows')).body.shows[0].id, id)
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('reads before deleting what uses the thing', async () => {
    const { id } = (await panel.app.call('save-show', { name: 'Gala', cues: [] })).body
    const steps = [{ type: 'go_cue', show: 'gala' }]
    await panel.app.call('save-automation', { version: 1, name: 'Opener', trigger: { type: 'manual' }, steps })
    const { page } = await panel.signIn({ at: `/run-of-show/${id}` })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByText('1 automation: Opener').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.context().close()
  })

  it('compares a version with what there is now and restores it, by keyboard alone', async () => {
    const { id } = (await panel.app.call('save-automation', automation('Before'))).body
    await panel.app.call('save-automation', { id, ...automation('After') })
    const { page, faults } = await panel.signIn({ at: `/automations/${id}` })
    await page.getByRole('button', { name: 'Versions' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const row = dialog.getByRole('row', { name: /steps\.1\.text/ })
    await row.waitFor()
    assert.deepEqual(await row.getByRole('cell').allTextContents(), ['Before', 'After'])
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Restore this version' }).press('Enter')
    await page.getByText('Version restored').waitFor()
    const { automations } = (await panel.app.call('list-automations', { limit: 1000 })).body
    const found = automations.find((one: { id: number; source: string }) => one.source === `automation:${id}`)
    assert.equal(found.steps[0].text, 'Before')
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('turns an automation off and undoes it', async () => {
    const { id } = (await panel.app.call('save-automation', { ...automation('Hi'), name: 'Switched' })).body
    const { page, faults } = await panel.signIn({ at: '/automations' })
    const isActive = async () => {
      const { automations } = (await panel.app.call('list-automations', { limit: 1000 })).body
      return automations.find((one: { source: string }) => one.source === `automation:${id}`).active
    }
    const toggle = page.getByRole('listitem').filter({ hasText: 'Switched' }).getByRole('switch')
    await toggle.click()
    await page.getByText('Switched turned off').waitFor()
    assert.equal(await isActive(), 0)
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/toggle-automation'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await answered
    assert.equal(await isActive(), 1)
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})

function automation(text: string) {
  return { name: 'Greeting', trigger: { type: 'manual' }, steps: [{ type: 'say', text }] }
}
