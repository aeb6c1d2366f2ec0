import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import type { Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { panelAddresses, settled, showWholePages, usePanel } from './panel-browser.ts'

runsOn('sqlite', { because: 'it is about what a browser draws' })
needs('chromium', 'panel')
hasLongVersion('every page on both screens, instead of an eighth of them on one')

/** The limit of "good" is 0.1 (https://web.dev/articles/cls); half of it cannot be seen. */
const maxShift = 0.05

interface Shift {
  readonly value: number
  readonly nodes: readonly string[]
}

describe('pages of the panel', () => {
  const panel = usePanel()

  for (const phone of [false, true]) {
    it(`do not jump while they load${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone })
      await showWholePages(page)
      await recordShifts(page)
      const jumping: string[] = []
      const paths = (await panelAddresses(panel.app)).filter((_, at) => isLongRun || at % 16 === (phone ? 12 : 4))
      for (const path of paths) {
        await page.goto(panel.app.url + path)
        await page.locator('h1').first().waitFor({ state: 'attached' })
        await settled(page)
        const shifts = await shiftsOf(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        if (sum >= maxShift)
          jumping.push(`${path} ${sum.toFixed(3)}: ${shifts.flatMap(({ nodes }) => nodes).join(', ')}`)
      }
      assert.deepEqual(jumping, [])
      await page.context().close()
    })
  }

  it('use a wide screen, and show the way past the navigation to who uses the keyboard', async () => {
    const { page } = await panel.signIn()
    await page.setViewportSize({ width: 1920, height: 1080 })
    for (const path of ['/commands/new', '/overlays', '/viewers', '/activity']) {
      await page.goto(panel.app.url + path)
      await page.locator('.page > .width').waitFor()
      const width = await page.locator('.page > .width').evaluate((element) => element.getBoundingClientRect().width)
      assert.ok(width > 1500, `${path} is ${width} wide`)
    }
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    const box = await skip.boundingBox()
    assert.ok(box !== null && box.width > 50 && box.height > 20 && box.y >= 0, JSON.stringify(box))
    await page.keyboard.press('Enter')
    await page.locator('#page:focus').waitFor()
    // In a small window too, which some have because they zoom.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${panel.app.url}/viewers`)
    await page.getByRole('main').waitFor()
    await page.keyboard.press('Tab')
    const narrow = await skip.boundingBox()
    assert.ok(
      narrow !== null && narrow.y >= 0 && narrow.x >= 0 && narrow.x + narrow.width <= 390,
      JSON.stringify(narrow),
    )
    await page.keyboard.press('Enter')
    await page.locator('#page:focus').waitFor()
    await page.context().close()
  })

  it('an unknown address has a page with a way home, signed in or not', async () => {
    const { page } = await panel.signIn({ phone: true, at: '/commands/no/such/page' })
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    for (const context of [page.context(), await panel.browser.newContext()]) {
      const other = await context.newPage()
      const response = await other.goto(`${panel.app.url}/no-such-page`)
      assert.equal(response?.status(), 404)
      await other.getByRole('heading', { name: 'Page not found' }).waitFor()
      assert.deepEqual(await axeViolations(other), [])
      await other.getByRole('link', { name: 'Go to Home' }).click()
      await other.waitForURL(`${panel.app.url}/`)
      await context.close()
    }
    const asProgram = await fetch(`${panel.app.url}/no-such-page`)
    assert.deepEqual(
      [asProgram.status, asProgram.headers.get('content-type')],
      [404, 'application/json; charset=utf-8'],
    )
    await asProgram.body?.cancel()
  })
})

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    interface LayoutShift extends PerformanceEntry {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const nodes = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : '',
        )
        shifts.push({ value: entry.value, nodes })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(async () => {
    // Two frames later everything that was drawn has been reported.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { shifts: Shift[] }).shifts
  })
}
