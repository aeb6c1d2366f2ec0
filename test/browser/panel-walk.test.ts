import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'
import { openPlace } from './open-place.ts'
import { isCopied, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('title and category')

describe('a broadcaster at the panel', () => {
  const panel = usePanel()

  it('goes from the link to a key, to a call that arrives in the chat, to an alert on the overlay, and ends the key', async () => {
    const { page, faults } = await panel.signIn()
    assert.equal(new URL(page.url()).search, '', 'the link does not stay in the address')
    await openPlace(page, 'Developer', 'Keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    assert.match((await dialog.getByRole('alert').first().textContent()) ?? '', /^Must not be empty/)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Stream deck')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByRole('alert').getByText('Choose at least one permission.').waitFor()
    await dialog.getByRole('button', { name: 'For an AI assistant' }).click()
    await dialog
      .getByRole('status')
      .getByText(/starts without .*moderation:write/)
      .waitFor()
    assert.equal(await dialog.getByLabel('moderation:write').isChecked(), false)
    assert.equal(await dialog.getByLabel('chat:read').isChecked(), true)
    const isPressed = (name: string) => dialog.getByRole('button', { name }).getAttribute('aria-pressed')
    await dialog.getByRole('button', { name: 'Read-only' }).click()
    assert.deepEqual([await isPressed('Read-only'), await isPressed('For an AI assistant')], ['true', 'false'])
    assert.equal(await dialog.getByLabel('chat:write').isChecked(), false)
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await dialog.getByLabel('chat:write').check()
    await dialog.getByLabel('alerts:trigger').check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    const key = (await shown.locator('code').textContent()) ?? ''
    assert.match(key, /^sc_live_/)
    await shown.getByRole('button', { name: 'Copy' }).click()
    await isCopied(page, (text) => text === key)
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Stream deck' }).waitFor()
    assert.equal((await page.content()).includes(key), false, 'a key is shown once')
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]),
    )
    assert.equal(kept.includes('sc_live_'), false, 'and kept nowhere')
    assert.equal(kept.includes('session_'), false)

    await page.getByRole('link', { name: 'Open console' }).click()
    await page.getByLabel('Search operations').fill('send mess')
    const operations = page.getByRole('navigation', { name: 'Console' })
    await operations.getByRole('link', { name: 'send-message', exact: true }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('400').first().waitFor()
    assert.match((await page.locator('.field').getByRole('alert').textContent()) ?? '', /^Is required/)
    await page.getByLabel('message *').fill('Hello from the panel')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('200').first().waitFor()
    assert.equal((await chatOf(panel.app)).at(-1)?.text, 'Hello from the panel')
    await page.getByText('left this minute').waitFor()

    await page.getByLabel('Copy as').selectOption('curl')
    await page.locator('.copy-as').getByRole('button', { name: 'Copy' }).click()
    const curl = await isCopied(page, (text) => /curl -X POST http.*\/v1\/send-message/.test(text))
    assert.match(curl, /Hello from the panel/)
    await page.getByLabel('Copy as').selectOption('TypeScript')
    await page.getByText("await show.sendMessage({ message: 'Hello from the panel', })").waitFor()
    await page.getByLabel('Copy as').selectOption('Stream Deck')
    await page.getByText('{"message":"Hello from the panel"}').waitFor()

    await page.getByRole('button', { name: 'Send again: send-message' }).first().click()
    await page.locator('.history li').nth(2).waitFor()
    assert.deepEqual(
      (await chatOf(panel.app)).slice(-2).map(({ text }) => text),
      ['Hello from the panel', 'Hello from the panel'],
    )

    const overlay = await page.context().newPage()
    await overlay.goto(await panel.app.ctx.overlays.link(panel.app.channel))
    await page.locator('.bar [title="Overlay: connected"]').waitFor()
    const [alert] = (await panel.app.call('list-audio-alerts')).body.alerts
    await page.goto(`${panel.app.url}/developer/console/trigger-audio-alert`)
    await page.getByLabel('id', { exact: true }).fill(String(alert.id))
    await page.getByLabel('username').fill('Ophelia')
    await page.getByLabel('API key').selectOption({ label: 'Stream deck' })
    // Looked for from before it is sent: it is there for some seconds only.
    const alerted = overlay.getByText('Ophelia').first().waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await Promise.all([alerted, page.getByText('200').first().waitFor()])
    await overlay.getByText('Ophelia').first().waitFor({ state: 'detached' })

    await openPlace(page, 'Home', 'Activity')
    const alertedAgain = overlay.getByText('Ophelia').first().waitFor()
    await page
      .getByRole('button', { name: `Show again on the overlay: Audio alert ${alert.name}` })
      .first()
      .click()
    await alertedAgain
    await overlay.close()

    await openPlace(page, 'Developer', 'Keys')
    await page.getByRole('link', { name: 'Stream deck' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Stream deck revoked').waitFor()
    assert.equal(
      (await panel.app.call('send-message', { message: 'hi' }, { status: 401, key })).body.code,
      'revoked_key',
    )
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('changes title and category where they stand', async () => {
    const { page, faults } = await panel.signIn()
    await page.getByRole('button', { name: /^Edit title/ }).click()
    await page.getByRole('textbox', { name: 'Edit title' }).fill('Tonight: <b>theatre</b>')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit title: Tonight: <b>theatre</b>' }).waitFor()
    await page.getByRole('button', { name: /^Edit category/ }).click()
    await page.getByRole('combobox', { name: 'Edit category' }).fill('minecraf')
    await page.getByRole('option', { name: 'Minecraft', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit category: Minecraft' }).waitFor()
    const { body } = await panel.app.call('get-stream-meta', { platform: 'PlatformA' })
    assert.equal(body.title, 'Tonight: <b>theatre</b>')
    await page.getByRole('button', { name: /^Edit title/ }).click()
    await page.getByRole('textbox', { name: 'Edit title' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.in-place.open').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
