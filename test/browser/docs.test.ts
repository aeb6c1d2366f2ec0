import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { checkDocsPage, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('one page of every sort, instead of two')

describe('the docs in a browser', () => {
  const panel = usePanel()

  it('have no accessibility fault in light, in dark and on a phone, and nothing is wider than the screen', async () => {
    const { page, faults } = await panel.signIn()
    for (const path of [
      '/docs/guides/home-assistant',
      '/docs/reference/add-points',
      ...(isLongRun ? ['/docs', '/docs/reference', '/docs/event-types'] : []),
    ]) {
      await checkDocsPage(panel.app, page, path)
    }
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('are searched with the keyboard alone, by somebody who is not signed in', async () => {
    const page = await panel.browser.newPage()
    await page.goto(`${panel.app.url}/docs`)
    await page.getByRole('searchbox').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('transfer-points')
    await page.getByRole('status').filter({ hasText: 'result' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/reference/transfer-points')
    await page.getByRole('heading', { level: 1, name: 'transfer-points' }).waitFor()
    // What a reader without a session is offered.
    await page.getByRole('button', { name: 'Try it here' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.close()
  })

  it('show the page about the panel, and do not start the panel in it', async () => {
    const page = await panel.browser.newPage()
    const calls: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/panel/api/')) calls.push(request.url())
    })
    await page.goto(`${panel.app.url}/docs/panel`)
    // It is drawn by the script, which has run by then.
    await page.getByRole('searchbox').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal((await page.getByRole('heading', { level: 1 }).textContent())?.replace('#', '').trim(), 'Panel')
    assert.deepEqual(calls, [])
    await page.close()
  })

  it('try an operation with the session of the panel, and the activity page says who did it', async () => {
    const { page, faults } = await panel.signIn({ phone: true, at: '/docs/reference/send-message' })
    await page.getByRole('button', { name: 'Try it here' }).click()
    await page.getByRole('textbox', { name: 'message' }).fill('Hello from the docs')
    await page.getByRole('combobox', { name: 'API key' }).selectOption({ index: 0 })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('200', { exact: true }).waitFor()
    const { events } = panel.app.ctx
    await eventually('the audit entry', async () => {
      const entries = await events.auditBefore(panel.app.ctx.db, panel.app.channel.id, Number.MAX_SAFE_INTEGER, 5)
      return entries.some(({ kind }) => kind === 'panel.run-as-key')
    })
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
