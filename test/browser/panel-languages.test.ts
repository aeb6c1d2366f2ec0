import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Language, languages } from '../../src/contract/languages.ts'
import { needs, runsOn } from '../declare.ts'
import { listMessages } from '../messages/listing.ts'
import { pseudoLanguage } from '../messages/pseudo-language.ts'
import type { Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { panelAddresses, settled, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

/** Titles and texts of the demo content, which belong to the channel and not to the panel. */
const content = [
  'Welcome to the sandbox',
  'Go and see $(touser)',
  'The stream has been live',
  'Walking to the Desk',
  'Makes the streamer drink',
  // The server writes it, and knows the complete languages only.
  'No bot is connected',
]

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/**
 * A page is loaded once, in the pseudo-language, and then the language is switched as a person does it: loading a page
 * costs several times as much as drawing it again.
 */
describe('the panel in another language', () => {
  const pseudo = pseudoLanguage(listMessages(), 'ltr')
  const panel = usePanel()

  it('shows every page in Turkish, in Arabic and in a language that is 40 % longer', async () => {
    const { page, faults } = await panel.signIn()
    await page.addInitScript((catalogue) => {
      sessionStorage.setItem('showcaller-catalogue', catalogue)
    }, JSON.stringify(pseudo))
    const found: string[] = []
    for (const path of await panelAddresses(panel.app)) {
      const report = (what: string, faults: readonly string[]) =>
        found.push(...faults.map((fault) => `${path}: ${what}: ${fault}`))
      await page.setViewportSize(wide)
      await page.goto(panel.app.url + path)
      await drawn(page)
      assert.equal(await page.locator('html').getAttribute('dir'), 'ltr')
      // What an operation does is part of the API, which is described in English.
      const isEnglish = path.startsWith('/console')
      if (!isEnglish) {
        const texts = (await untranslated(page)).filter((text) => !content.some((own) => text.startsWith(own)))
        report('not a message', texts)
      }
      report('wider than a wide window', await tooWide(page))
      await page.setViewportSize(phone)
      report('wider than 390 px', await tooWide(page))
      for (const language of ['tr', 'ar'] as const) {
        await switchTo(page, language)
        report(`wider than 390 px in ${language}`, await tooWide(page))
      }
      // What axe looks at does not differ from language to language, but for the direction.
      report('axe', await axeViolations(page))
    }
    assert.deepEqual([...new Set(found)], [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})

/** Waits until the page shows all that it asked for, however busy the machine is. */
async function drawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await settled(page)
}

/** By the account menu. Everything is drawn again. */
async function switchTo(page: Page, language: Language): Promise<void> {
  await page.locator('#account select').selectOption(language, { force: true })
  await page.locator(`html[lang=${language}][dir=${languages[language].direction}]`).waitFor({ state: 'attached' })
  await drawn(page)
}

/** What sticks out of the window: the elements that no scroller or clipped box around them holds. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isWide = (name: string) => {
      const element = document.querySelector(name)
      return element !== null && element.scrollWidth > element.clientWidth + 1
    }
    if (!isWide('html') && !isWide('.page')) return []
    const page = document.querySelector('.page')
    const width = document.documentElement.clientWidth
    const isHeld = (element: Element) => {
      for (let box = element.parentElement; box !== null && box !== page; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') return true
      }
      return false
    }
    const outside = [...document.querySelectorAll('#panel *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      const { left: from, right: to } = page?.contains(element)
        ? page.getBoundingClientRect()
        : { left: 0, right: width }
      return (left < from - 1 || right > to + 1) && !isHeld(element)
    })
    const named = ({ tagName, className, parentElement }: Element) =>
      `${parentElement?.className} > ${tagName.toLowerCase()}.${String(className)}`
    return outside.length === 0 && isWide('html') ? ['nothing that can be named'] : outside.slice(-4).map(named)
  })
}

/**
 * Texts of several words that are still English: they are not messages. Single words may be names, and what people wrote
 * and what belongs to the API is not translated.
 */
function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = 'code, pre, kbd, .mono, textarea, input, option, bdi, [data-untranslated], .cm-editor, iframe'
    const walker = document.createTreeWalker(document.querySelector('#panel') ?? document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (element === null || element.closest(own) !== null || !element.checkVisibility()) continue
      if (/^(?:[A-Za-z][a-z']+[ ,.]+){3,}/.test(text)) found.push(text.slice(0, 80))
    }
    return [...new Set(found)]
  })
}
