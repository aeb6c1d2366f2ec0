import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Language, languages, shippedLanguages } from '../../src/contract/languages.ts'
import { needs, runsOn } from '../declare.ts'
import { listMessages } from '../messages/listing.ts'
import { pseudoLanguage } from '../messages/pseudo-language.ts'
import type { Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { addressOf, panelSamples, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

/** One of each direction: the pseudo-language is longer than all of them, and each takes a minute. */
const walked: readonly Language[] = ['tr', 'ar']

/** What to put into the browser before a page opens, and what the page has then. */
interface Reading {
  readonly name: string
  readonly kept: Readonly<Record<string, string>>
  readonly direction: 'ltr' | 'rtl'
  readonly isPseudo: boolean
}

const pseudoDirections = ['ltr', 'rtl'] as const

describe('the panel in another language', () => {
  const messages = listMessages()
  const panel = usePanel()
  let pages: readonly string[]
  before(async () => {
    pages = await Promise.all(panelSamples.map((sample) => addressOf(panel.app, sample)))
  })

  const readings: readonly Reading[] = [
    ...pseudoDirections.map((direction) => ({
      name: `that is 40 % longer, ${direction}`,
      kept: { 'showcaller-catalogue': JSON.stringify(pseudoLanguage(messages, direction)) },
      direction,
      isPseudo: true,
    })),
    ...(shippedLanguages as readonly Language[])
      .filter((language) => walked.includes(language))
      .map((language) => ({
        name: languages[language].name,
        kept: { 'showcaller-language': language },
        direction: languages[language].direction,
        isPseudo: false,
      })),
  ]

  for (const { name, kept, direction, isPseudo } of readings) {
    it(`walks through every page: ${name}`, async () => {
      const { page, faults } = await panel.signIn()
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) {
          sessionStorage.setItem(key, value)
          localStorage.setItem(key, value)
        }
      }, kept)
      const found: string[] = []
      for (const path of pages) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(panel.app.url + path)
        await page.locator('h1').first().waitFor({ state: 'attached' })
        await page.locator('html:not([data-calls])').waitFor({ state: 'attached' })
        assert.equal(await page.locator('html').getAttribute('dir'), direction)
        if (isPseudo) found.push(...(await untranslated(page)).map((text) => `${path}: not a message: ${text}`))
        found.push(...(await tooWide(page)).map((element) => `${path}: wider than a wide window: ${element}`))
        await page.setViewportSize({ width: 390, height: 844 })
        found.push(...(await tooWide(page)).map((element) => `${path}: wider than 390 px: ${element}`))
        // Longer texts change nothing that axe looks at.
        if (!isPseudo) found.push(...(await axeViolations(page)).map((fault) => `${path}: ${JSON.stringify(fault)}`))
      }
      assert.deepEqual([...new Set(found)], [])
      assert.deepEqual(faults, [])
      await page.context().close()
    })
  }
})

/** What sticks out of the window: the page itself, and the elements that cause it. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = ['html', '.page'].flatMap((name) => {
      const element = document.querySelector(name)
      return element !== null && element.scrollWidth > element.clientWidth ? [name] : []
    })
    if (scrolls.length === 0) return []
    const width = document.documentElement.clientWidth
    const outside = [...document.querySelectorAll('main *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return (left < -1 || right > width + 1) && element.children.length === 0
    })
    return [
      `${scrolls.join(' and ')}: ${outside.slice(0, 3).map(({ tagName, className }) => `${tagName}.${String(className)}`)}`,
    ]
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
