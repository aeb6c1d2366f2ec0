import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type } from '../commands/chat-line.ts'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { needs, runsOn } from '../declare.ts'
import { axeViolations } from './chromium.ts'
import { usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

const token = 'canary-Zr7Qm2VxLw9'

describe('a header that was stored as plain text', () => {
  const panel = usePanel({ config: { outgoingAllow: ['127.0.0.1'] } })
  const received: (string | undefined)[] = []
  const server = createServer((request, response) => {
    received.push(request.headers.authorization)
    response.end('{}')
  })
  let url = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  it('is shown with a warning, becomes a secret in the editor, and is nowhere in the page afterwards', async () => {
    const { app } = panel
    const headers = [`Authorization: Bearer ${token}`]
    const { id, word } = await makeCommand(app, withSteps({ type: 'http_request', url: `${url}/`, headers }))
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'outgoing', { hosts: ['127.0.0.1'] }))
    const { page, faults } = await panel.signIn({ at: `/commands/${id}` })
    const openStep = () => page.locator('[data-part="fold"]').click()
    await openStep()
    await page.getByText(/Authorization is stored as plain text/).waitFor()
    await page.getByRole('button', { name: 'Store as secret' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add secret' })
    await dialog.getByLabel('Name', { exact: true }).fill('Lights')
    await dialog.getByLabel('Host', { exact: true }).fill(url)
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const field = page.getByLabel('Headers (Name: value), one per line')
    assert.equal(await field.inputValue(), 'Authorization: Bearer $(secret.lights)')
    assert.equal(await page.getByText(/is stored as plain text/).count(), 0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`${word} saved`).waitFor()
    assert.ok(!JSON.stringify((await app.call('list-commands')).body).includes(token))
    await type(app, 'alice', `!${word}`)
    assert.equal(received.at(-1), `Bearer ${token}`)
    await page.reload()
    await openStep()
    await page.getByText(`${url} · stored`).waitFor()
    assert.ok(!(await page.content()).includes(token))
    await page.getByRole('button', { name: 'Delete lights' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no secret lights. The step fails until you add it.').waitFor()
    assert.deepEqual(faults, [])
  })
})
