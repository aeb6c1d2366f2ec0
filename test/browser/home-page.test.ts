import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import type { Browser } from '../tools/playwright.ts'
import { axeViolations, launchChromium } from './chromium.ts'

describe('the plain page at /', () => {
  let app: TestApp
  let browser: Browser
  before(async () => {
    app = await createTestApp()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  async function signedIn(colorScheme: 'light' | 'dark' = 'light') {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)
    return page
  }

  it('takes a person from the link in the terminal to a key that works', async () => {
    const page = await signedIn()
    assert.equal(new URL(page.url()).pathname, '/')
    await page.getByLabel('Name').fill('Stream deck')
    await page.getByLabel('chat:write').check()
    await page.getByRole('button', { name: 'Make the key' }).click()
    const key = (await page.locator('pre code').textContent()) ?? ''
    assert.equal((await app.call('send-message', { message: 'hello' }, { key })).status, 200)
    assert.equal((await app.call('tts', { text: 'hello' }, { key })).status, 403)

    await page.getByRole('link', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: 'Stream deck' })
    assert.match((await row.textContent()) ?? '', /sc_live_.*…/)
    assert.equal((await page.content()).includes(key), false, 'a key is shown once')
    await row.getByRole('button').click()
    await page.getByText('revoked').first().waitFor()
    assert.equal((await app.call('send-message', { message: 'hello' }, { key })).status, 401)
  })

  it('says what is wrong with a form', async () => {
    const page = await signedIn()
    await page.getByLabel('Name').fill('No scopes')
    await page.getByRole('button', { name: 'Make the key' }).click()
    assert.equal(await page.getByRole('alert').textContent(), 'Choose at least one scope.')
  })

  it('shows nothing to a stranger but how to sign in', async () => {
    const page = await browser.newPage()
    await page.goto(app.url)
    assert.match((await page.textContent('main')) ?? '', /Open the sign-in link from the terminal/)
    await page.goto(`${app.url}/sign-in?link=link_wrong`)
    assert.match((await page.getByRole('alert').textContent()) ?? '', /used before or is too old/)
  })

  it('takes forms from its own pages only', async () => {
    const cookie =
      (
        await fetch(`${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`, { redirect: 'manual' })
      ).headers
        .get('set-cookie')
        ?.split(';')[0] ?? ''
    const before = (await app.ctx.keys.list(app.channel)).length
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }, {}]) {
      const answer = await fetch(`${app.url}/keys`, {
        method: 'POST',
        headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded', ...headers } as Record<
          string,
          string
        >,
        body: 'name=x&scope=chat:write',
      })
      assert.equal(answer.status, 403)
    }
    assert.equal((await app.ctx.keys.list(app.channel)).length, before)
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no accessibility fault in ${scheme}`, async () => {
      const page = await signedIn(scheme)
      assert.deepEqual(await axeViolations(page), [])
    })
  }
})
