import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import type { Page } from '../tools/playwright.ts'
import { foreignStyles } from './foreign-styles.ts'
import { addressOf, listening, type Person, panelSamples, settled, usePanel } from './panel-browser.ts'
import { makeDialogContent, openDialog, type PanelDialog, panelDialogs } from './panel-dialogs.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('every page and dialog, instead of an eighth of them, and what lies over a page')

const screens = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Further ones, which other tests open in their own way, and pages of what is there. */
const otherDialogs: readonly PanelDialog[] = [
  ['/', /^See it work/],
  ['/commands/6', 'Add step'],
  ['/automations', 'Recipes'],
  ['/automations/new', 'Choose a trigger'],
  ['/automations/1', 'Test'],
  ['/automations/1', 'Delete'],
  ['/alerts/event-1', 'Delete'],
  ['/rewards', 'New reward'],
  ['/rewards', 'New poll'],
  ['/rewards', 'New prediction'],
  ['/ai-bot', 'Add provider'],
  ['/giveaways', 'Announcements in chat'],
  ['/settings', 'Pair a browser'],
  ['/settings/people', /^New link/],
  ['/settings/people', 'Set password'],
]
const otherPages = ['/counters/queue', '/automations/1']

describe('what somebody opens first', () => {
  const clock = createTestClock({ runs: true })
  const panel = usePanel({ clock, hasDefaultAlerts: true })
  let person: Person
  before(async () => {
    await makeDialogContent(panel.app)
    person = await panel.signIn()
  })

  /** A document that is loaded anew has the style sheets of no other page, as in a browser that was never here. */
  async function openFirst(sample: string): Promise<Page> {
    const { page } = person
    // Nobody opens so many pages in a minute that the server refuses them.
    clock.advance(minuteMs / 3)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(panel.app.url + (await addressOf(panel.app, sample)))
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await settled(page)
    return page
  }

  async function looksAsAfterAWalk(page: Page): Promise<void> {
    const found = new Set<string>()
    for (const screen of screens) {
      await page.setViewportSize(screen)
      for (const one of await foreignStyles(page)) found.add(one)
    }
    assert.deepEqual([...found], [])
  }

  const isVisited = (_: unknown, at: number) => isLongRun || at % 8 === 0

  describe('looks as it does after a walk through the whole panel', () => {
    for (const sample of [...panelSamples, ...otherPages].filter(isVisited)) {
      it(sample, async () => looksAsAfterAWalk(await openFirst(sample)))
    }

    for (const dialog of [...panelDialogs, ...otherDialogs].filter(isVisited)) {
      it(dialog.join(', '), async () => {
        const page = await openFirst(dialog[0])
        await openDialog(page, dialog)
        await settled(page)
        await looksAsAfterAWalk(page)
      })
    }
  })

  itInLongRun('looks so too where it lies over the page', async () => {
    const page = await openFirst('/')
    await listening(page)
    await sandboxCall(panel.app, 'chat', { platform: 'PlatformA', username: 'mallory', text: 'good evening' })
    await page.getByRole('button', { name: 'About Mallory' }).first().click()
    await page.getByRole('dialog', { name: 'Mallory' }).getByRole('heading', { name: 'Recent history' }).waitFor()
    await looksAsAfterAWalk(page)
    for (const [key, name] of [
      ['Control+k', 'Search'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await openFirst('/')
      await page.locator('#page').focus()
      await page.keyboard.press(key)
      await page.getByRole('dialog', { name }).waitFor()
      await looksAsAfterAWalk(page)
    }
    await openFirst('/alerts')
    await page
      .getByRole('button', { name: /^Test / })
      .first()
      .click()
    await page.locator('.try-stage iframe').waitFor()
    await looksAsAfterAWalk(page)
    await openFirst('/')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('navigation', { name: 'More' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').waitFor()
    await looksAsAfterAWalk(page)
  })

  it('looks so too before somebody signs in', async () => {
    const page = await panel.browser.newPage()
    await page.goto(panel.app.url)
    await page.getByText('Open the sign-in link from the terminal.').waitFor()
    await looksAsAfterAWalk(page)
    await page.close()
  })

  it('is the stage of "See it work", a picture of 16 to 9 as wide as its dialog', async () => {
    const page = await openFirst('/')
    await page.getByRole('button', { name: 'Show all steps' }).click()
    await page
      .getByRole('list')
      .getByRole('button', { name: /^See it work/ })
      .click()
    const frame = page.getByRole('dialog').locator('iframe')
    const box = await frame.boundingBox()
    const form = await page.getByRole('dialog').boundingBox()
    assert.ok(box && form && Math.abs(box.width / box.height - 16 / 9) < 0.02, JSON.stringify(box))
    assert.ok(box.width > form.width * 0.8, `${box.width} of ${form.width}`)
    await looksAsAfterAWalk(page)
  })

  it('is found when it lacks the style sheet of another page', async () => {
    const page = await openFirst('/')
    await page.evaluate(() => document.querySelector('main')?.classList.add('overlay-desk'))
    assert.match((await foreignStyles(page)).join('\n'), /main\S* by \.overlay-desk of \S+\.css/)
  })

  it('looks so too when somebody has to sign in again', async () => {
    const page = await openFirst('/settings/people')
    clock.advance(61 * minuteMs)
    await page
      .getByRole('button', { name: /^New link/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor()
    await looksAsAfterAWalk(page)
    await page.close()
  })
})
