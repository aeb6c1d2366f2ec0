import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openPlace } from '../browser/open-place.ts'
import { closeToasts, usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { type FakeModel, startFakeModel } from '../fakes/chat-completions.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

const key = 'test-key-4Jx0mTqYc2LwPz7RkVbN'

describe('an owner and the AI bot', () => {
  const panel = usePanel()
  let model: FakeModel
  before(async () => {
    model = await startFakeModel({ key })
  })
  after(() => model.close())

  it('sets it up, tries it, connects a model, lets it answer in chat and clears its memory', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'AI bot')
    await page.getByText('No provider is set.').waitFor()
    assert.deepEqual(await axeViolations(page), [])

    const persona = page.getByRole('region', { name: 'Persona' })
    await persona.getByRole('textbox', { name: 'Persona' }).fill('You are Pixel.')
    await persona.getByRole('button', { name: 'Save' }).click()
    await persona.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    const questions = page.getByRole('region', { name: 'Questions and answers' })
    await questions.getByRole('button', { name: 'Add question' }).click()
    await questions.getByLabel('Question', { exact: true }).fill('When do you stream?')
    await questions.getByLabel('Answer', { exact: true }).fill('Every Friday at 8 pm.')
    await questions.getByRole('button', { name: 'Save' }).click()
    await questions.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })

    await closeToasts(page)
    const trying = page.getByRole('region', { name: 'Try it' })
    await trying.getByLabel('Question').fill('When do you stream again?')
    await trying.getByRole('button', { name: 'Ask' }).click()
    await trying.getByText('Every Friday at 8 pm.').waitFor()
    await trying.getByText('built-in, built-in').waitFor()

    await closeToasts(page)
    await page.getByRole('button', { name: 'Add provider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service').selectOption('OpenAI')
    await dialog.getByLabel('Name').fill('House')
    await dialog.getByLabel('Address').fill(model.base)
    await dialog.getByLabel('API key').fill('wrong')
    await dialog.getByRole('button', { name: 'Check' }).click()
    await dialog.getByText('House refused the key').waitFor()
    await dialog.getByLabel('API key').fill(key)
    await dialog.getByRole('button', { name: 'Check' }).click()
    await dialog.getByText('House offers 2 models. Choose one.').waitFor()
    await dialog.getByRole('button', { name: 'Check' }).click()
    await dialog.getByText('House answers with small.').waitFor()
    await dialog.getByLabel('Input price').fill('2.5')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    const providers = page.getByRole('region', { name: 'Providers' })
    await providers.getByText(`Key ends with ${key.slice(-4)}`).waitFor()
    assert.ok(!(await page.content()).includes(key))
    await trying.getByRole('button', { name: 'Ask' }).click()
    await trying.getByText('House, small').waitFor()

    await closeToasts(page)
    const abilities = page.getByRole('region', { name: 'What it may read and do' })
    await abilities.getByRole('switch', { name: 'Run a command' }).click()
    await abilities.getByLabel('Times per hour').fill('3')
    await abilities.getByLabel('Who may have it done').selectOption('Subscribers')
    await abilities.getByRole('button', { name: 'Save' }).click()
    await abilities.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    const { ai } = await panel.app.ctx.settings.of(panel.app.channel.id)
    assert.deepEqual(ai.actions, [{ operation: 'run-command', per_hour: 3, role: 'subscriber' }])
    assert.equal(ai.persona, 'You are Pixel.')

    await closeToasts(page)
    await page.getByRole('switch', { name: 'Answers in chat' }).click()
    await page.getByRole('region', { name: 'Status' }).getByText('On', { exact: true }).waitFor()
    await sandboxCall(panel.app, 'chat', { platform: 'PlatformA', username: 'alice', text: '@showcaller hello!' })
    const memory = page.getByRole('region', { name: 'Memory', exact: true })
    await memory.getByText('@showcaller hello!').waitFor()
    await closeToasts(page)
    await page.getByRole('button', { name: 'Mute for 10 min' }).click()
    await page.getByRole('button', { name: 'Unmute' }).click()
    await page.getByRole('button', { name: 'Mute for 10 min' }).waitFor()
    await closeToasts(page)
    await memory.getByRole('button', { name: 'Clear memory' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear memory' }).click()
    await memory.getByText('Nothing is remembered.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
