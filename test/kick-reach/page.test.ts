import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openChromium } from '../browser/open-chromium.ts'
import { checkPage, isCopied } from '../browser/panel-browser.ts'
import { hasLongVersion, isSlow, needs, runsOn } from '../declare.ts'
import { type FakeTailscale, laptopName, startFakeTailscale } from '../fakes/tailscale.ts'
import { itInLongRun } from '../long-run.ts'
import { signInBrowser } from '../sign-in-link.ts'
import type { Browser, Page } from '../tools/playwright.ts'
import { openTunnelStage, type TunnelStage } from './tunnel-stage.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
isSlow('it starts a browser and a server with the fake server of Kick')
hasLongVersion('accessibility in all its states')

describe('a broadcaster with a laptop', () => {
  let tailscale: FakeTailscale
  let stage: TunnelStage
  let browser: Browser
  let page: Page
  let box: ReturnType<Page['getByRole']>
  before(async () => {
    tailscale = await startFakeTailscale()
    stage = await openTunnelStage(tailscale, { tailscale: tailscale.program, environment: {} })
    browser = await openChromium()
    const permissions = ['clipboard-read', 'clipboard-write']
    const context = await browser.newContext({ permissions, reducedMotion: 'reduce' })
    page = await context.newPage()
    const { app } = stage
    await signInBrowser(page, `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)
    await page.goto(`${app.url}/settings/platforms`)
    box = page.getByRole('region', { name: 'Receiving events from Kick' })
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
    await tailscale?.close()
  })

  const entry = (title: string) => box.getByRole('listitem').filter({ hasText: title })
  it('sees that nothing arrives, what is missing, and three ways with their trade-offs', async () => {
    await box.getByText('Nothing arrives yet').waitFor()
    await box.getByText('Missing meanwhile: chat messages, subscriptions and gifts, follows, bans, KICKs.').waitFor()
    assert.equal(await box.getByRole('listitem').count(), 3)
    await entry('Tunnel').getByText('Recommended').waitFor()
    await entry('Mirror of the Kick page').getByText('May break').waitFor()
    await entry('Your own public address').getByText('not set').waitFor()
  })

  it('is led to what Tailscale needs, then pastes one address that is proved', async () => {
    tailscale.change(({ machine }) => {
      machine.isEnabled = false
    })
    await box.getByRole('button', { name: 'Turn on: Tunnel' }).click()
    await entry('Tunnel').getByRole('button', { name: 'Show link' }).click()
    const link = entry('Tunnel').getByRole('link', { name: 'Open the page that solves it' })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), 'https://login.tailscale.com/f/funnel?node=nAbC123')
    tailscale.change(({ machine }) => {
      machine.isEnabled = true
    })
    await box.getByRole('button', { name: 'Check now' }).click()
    await box.getByText('Working: Tunnel').waitFor()
    await box.getByText('All events arrive.', { exact: true }).waitFor()
    await box.getByRole('button', { name: 'Copy' }).click()
    await isCopied(page, (text) => text === `https://${laptopName}/webhooks/kick`)
    await box.getByRole('button', { name: 'Check now' }).click()
    await entry('Tunnel').getByText('Proved').waitFor()
  })

  it('is asked before the page is mirrored, and sees what to do next', async () => {
    await box.getByRole('button', { name: 'Turn on: Mirror of the Kick page' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('may stop working at any time').waitFor()
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await entry('Mirror of the Kick page').getByText('The extension in your browser is too old.').waitFor()
    await box.getByRole('button', { name: 'Turn off: Mirror of the Kick page' }).click()
    await box.getByRole('button', { name: 'Turn on: Mirror of the Kick page' }).waitFor()
  })

  itInLongRun('has an accessible page, in light, in dark and on a phone', async () => {
    await checkPage(stage.app, page, '/settings/platforms')
  })
})
