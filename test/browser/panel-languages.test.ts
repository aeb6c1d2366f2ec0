import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Language, languages, shippedLanguages } from '../../src/contract/languages.ts'
import { needs, runsOn } from '../declare.ts'
import { listMessages } from '../messages/listing.ts'
import { pseudoLanguage } from '../messages/pseudo-language.ts'
import type { Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { addressOf, followLink, panelSamples, settled, usePanel } from './panel-browser.ts'

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
      // Once, with the other language; each page is loaded by its address where shifts are measured.
      await page.reload()
      await page.getByRole('main').waitFor()
      const found: string[] = []
      for (const path of pages) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await followLink(page, path)
        await page.locator('h1').first().waitFor({ state: 'attached' })
        await settled(page)
        assert.equal(await page.locator('html').getAttribute('dir'), direction)
        // What an operation does is part of the API, which is described in English.
        const isEnglish = path.startsWith('/console')
        if (isPseudo && !isEnglish) {
          const texts = (await untranslated(page)).filter((text) => !content.some((own) => text.startsWith(own)))
          found.push(...texts.map((text) => `${path}: not a message: ${text}`))
        }
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
