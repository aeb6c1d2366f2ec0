import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeAt } from '../../src/capabilities/sign-in/one-time-codes.ts'
import { axeViolations } from '../browser/chromium.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { signInBrowser } from '../sign-in-link.ts'

runsOn('sqlite', {
  because: 'it is about what a browser does; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('the same on a phone')

/** An owner has one password, so each screen has a channel of its own. */
for (const phone of isLongRun ? [false, true] : [false]) {
  describe(`signing in without the terminal${phone ? ', on a phone' : ''}`, () => {
    const panel = usePanel()

    it('adds a passkey and a password with one-time codes in the panel, and signs in with each', async () => {
      const url = panel.app.url.replace('127.0.0.1', 'localhost')
      const context = await panel.browser.newContext(phone ? { viewport: { width: 390, height: 844 } } : {})
      const page = await context.newPage()
      // Chromium's own authenticator, driven over its DevTools protocol: nothing of it is ours.
      const tools = await context.newCDPSession(page)
      await tools.send('WebAuthn.enable')
      await tools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      await signInBrowser(page, `${url}/sign-in?link=${await panel.app.ctx.sessions.makeLink(panel.app.channel)}`)
      await page.goto(`${url}/settings/people`)
      await page.getByRole('button', { name: 'Add passkey' }).click()
      await page.getByLabel('Name of the passkey').fill('Laptop')
      await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click()
      await page.getByText('Passkey added').waitFor()
      await page.locator('.sign-in-methods').getByText('Laptop').waitFor()

      await page.getByRole('button', { name: 'Set password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Set password' })
      await dialog.getByLabel('Name').fill('host')
      await dialog.getByLabel('Password').fill('short')
      await dialog.getByRole('button', { name: 'Set password' }).click()
      await dialog.getByText('use at least 12 characters').waitFor()
      await dialog.getByLabel('Password').fill('seven quiet lamps at dusk')
      await dialog.getByRole('button', { name: 'Set password' }).click()
      await page.getByText('Password saved').waitFor()
      await page.getByRole('button', { name: 'One-time codes: Turn on' }).click()
      const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
      const code = page.getByRole('textbox', { name: 'One-time code' })
      await code.waitFor()
      await code.fill(codeAt(secret, Math.floor(Date.now() / 30_000)))
      await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
      await page.getByText('One-time codes are on').waitFor()
      assert.deepEqual(await axeViolations(page), [])

      await context.clearCookies()
      await page.goto(`${url}/`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('button', { name: /^Account:/ }).waitFor()

      await context.clearCookies()
      await page.goto(`${url}/`)
      await page.getByText('Or with a password').click()
      await page.getByLabel('Name').fill('host')
      await page.getByLabel('Password', { exact: true }).and(page.locator('input')).fill('not the right password')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('The name, the password or the one-time code is wrong.').waitFor()
      await page.getByLabel('Password', { exact: true }).and(page.locator('input')).fill('seven quiet lamps at dusk')
      await page.keyboard.press('Enter')
      // The code of this half minute was used to turn the codes on; that of the next one counts already.
      await code.waitFor()
      await code.fill(codeAt(secret, Math.floor(Date.now() / 30_000) + 1))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Account:/ }).waitFor()
      await context.close()
    })
  })
}
