import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { clientPackages } from '../../src/capabilities/client-packages/contract/client-packages.ts'
import { donationProviders } from '../../src/capabilities/donations/contract/donation-providers.ts'
import { effectDefinitions } from '../../src/capabilities/effects/contract/effects.ts'
import { serviceSetups } from '../../src/capabilities/service-setups/contract/service-setups.ts'
import { speechEngines } from '../../src/capabilities/speech/contract/speech-engines.ts'
import { addCatalogue } from '../../src/kernel/catalogues.ts'
import { type Language, languages } from '../../src/kernel/text/languages.ts'
import { wordFor } from '../../src/platforms/contract/platforms.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { listMessages } from '../kernel/messages/listing.ts'
import { pseudoLanguage } from '../kernel/messages/pseudo-language.ts'
import { latinWords, untranslatedWords } from '../kernel/messages/untranslated.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import type { Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { followLink, panelAddresses, settled, usePanel } from './panel-browser.ts'
import { shownTexts } from './shown-texts.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('every page in all three languages, instead of an eighth of them and some in Turkish and Arabic')

/** Dates and times come from `Intl`, in the language whose place the pseudo-language takes. */
const dates = latinWords(
  [
    ...Array.from({ length: 12 }, (_, month) => ['short', 'long'].map((style) => monthName(month, style as 'short'))),
    ...(['second', 'minute', 'hour', 'day'] as const).map((unit) => [-5, -1, 0, 1].map((count) => ago(count, unit))),
  ]
    .flat()
    .join(' '),
)

/** What a new channel contains belongs to the channel and not to the panel, and titles of services are names. */
const content = [
  ...globSync(['src/capabilities/first-start/*.ts', 'src/platforms/contract/*.ts']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'((?:[^'\\\n]|\\.)+)'/g)]
      // Variables are filled in.
      .flatMap(([, text = '']) => [text, ...text.split(/\$\([^)]*\)/)])
      .map((text) => text.trim())
      .filter((text) => /[A-Za-z]{3}/.test(text)),
  ),
  ...[...speechEngines, ...serviceSetups, ...donationProviders].map(({ title }) => title),
  ...effectDefinitions.map(({ title }) => String(title.text)),
  ...clientPackages.map(({ program }) => program),
]

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** In turn there and back, so that a language is switched twice for each page and not three times. */
const there = ['de', 'tr', 'ar'] as const
const back = there.toReversed()

/**
 * The panel is loaded once. Pages are reached by links, and the language is switched as a person does it: loading a page
 * costs several times as much as drawing it again.
 */
describe('the panel in another language', () => {
  const pseudo = pseudoLanguage(listMessages(), 'ltr')
  const panel = usePanel()
  let owner: PanelClient
  before(async () => {
    // German is replaced on the server as well, for what it writes itself and for what viewers read.
    addCatalogue(pseudo)
    owner = await signInAsOwner(panel.app)
    await owner.call('save-setting', { name: 'language', value: { language: 'de' } })
    const platform = wordFor('kick')
    const answers = await Promise.all([
      ...['list-sounds', 'get-music'].map((name) => owner.call(name)),
      ...['list-rewards', 'list-redemptions'].map((name) => owner.call(name, { platform })),
    ])
    content.push(...answers.flatMap(({ body }) => stringsIn(body)))
    content.sort((one, other) => other.length - one.length)
  })
  after(() => addCatalogue(JSON.parse(readFileSync('catalogues/de.json', 'utf8'))))

  it('shows its pages in Turkish, in Arabic and in a language that is 40 % longer', async () => {
    const { page, faults } = await panel.signIn()
    await page.addInitScript(replaceTexts, ['de', pseudo] as const)
    await owner.call('save-language', { language: 'de' })
    await page.goto(panel.app.url)
    const found: string[] = []
    const paths = (await panelAddresses(panel.app)).filter((_, at) => isLongRun || at % 8 === 1)
    for (const [at, path] of paths.entries()) {
      const report = (what: string, faults: readonly string[]) =>
        found.push(...faults.map((fault) => `${path}: ${what}: ${fault}`))
      await followLink(page, path)
      const isVisited = (language: Language) => isLongRun || language === 'de' || at % 3 === 0
      for (const language of (at % 2 === 0 ? there : back).filter(isVisited)) {
        await switchTo(page, language)
        if (language === 'de') {
          await page.setViewportSize(wide)
          // What an operation does is part of the API, which is described in English.
          if (!path.startsWith('/developer/console')) report('not translated', await untranslated(page))
          report('wider than a wide window', await tooWide(page))
          await page.setViewportSize(phone)
        }
        report(`wider than 390 px in ${language}`, await tooWide(page))
        // What axe looks at does not differ from language to language, but for the direction.
        if (language === 'ar') report('axe', await axeViolations(page))
      }
    }
    assert.deepEqual([...new Set(found)], [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('previews the overlay in the language of the channel, and says in that of the reader why an effect failed', async () => {
    const { page } = await panel.signIn()
    await page.addInitScript(replaceTexts, ['de', pseudo] as const)
    await owner.call('save-language', { language: 'de' })
    const sample = (name: string) => String(pseudo.texts[`overlaySamples.${name}`])
    await page.goto(`${panel.app.url}/overlays`)
    const frame = page.frameLocator('iframe[src^="/overlay-preview"]')
    for (const name of ['speech', 'donation']) await frame.getByText(sample(name)).waitFor()
    const broken = { name: 'Broken', effect_type: 'custom', effect_settings: { js: "throw new RangeError('x')" } }
    const { body } = await owner.call('create-effect', broken)
    await page.goto(`${panel.app.url}/effects/${body.effect.overlay_id}`)
    await page.getByRole('button', { name: String(pseudo.texts['common.run']), exact: true }).click()
    const because = await page.locator('.effect-console li', { hasText: 'RangeError' }).last().textContent()
    assert.deepEqual(untranslatedWords(because ?? '', ['RangeError', 'error']), [], String(because))
    await page.context().close()
  })

  it('creates widgets and effects with texts in the language of the channel, whatever the reader reads', async () => {
    const { page } = await panel.signIn({ at: '/widgets/new' })
    await page.addInitScript(replaceTexts, ['de', pseudo] as const)
    await owner.call('save-language', { language: 'en' })
    await page.reload()
    await page.getByRole('radio', { name: /^Goal/ }).check({ force: true })
    const label = String(pseudo.texts['starterTexts.widgets.goal.label'])
    await page.frameLocator('iframe').getByText(label).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Goal created.').waitFor()
    const { widgets } = (await owner.call('list-widget-settings')).body
    assert.equal(widgets.find(({ type }: { type: string }) => type === 'goal').settings.label, label)
    await page.goto(`${panel.app.url}/effects/new`)
    await page.getByRole('radio', { name: /^Text burst/ }).check({ force: true })
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Text burst created').waitFor()
    const { effects } = (await owner.call('list-effect-settings')).body
    const burst = effects.find(({ name }: { name: string }) => name === 'Text burst')
    assert.equal(burst.effect_settings.text, pseudo.texts['starterTexts.effects.text-burst.text'])
    await page.context().close()
  })

  it('shows the pages that the server writes itself in it', async () => {
    const { page } = await panel.signIn()
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'de' })
    await owner.call('save-language', { language: 'de' })
    const found: string[] = []
    for (const path of ['/sandbox', '/sandbox?channel=test', '/nothing/here']) {
      await page.goto(panel.app.url + path)
      await page.locator('h1').first().waitFor()
      found.push(...(await untranslated(page)).map((text) => `${path}: ${text}`))
    }
    assert.deepEqual(found, [])
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
  const choice = page.locator('#account select')
  if ((await choice.inputValue()) !== language) await choice.selectOption(language, { force: true })
  await page.locator(`html[lang=${language}][dir=${languages[language].direction}]`).waitFor({ state: 'attached' })
  await drawn(page)
}

/** Runs in the page: the panel finds other texts where those of a language are. */
function replaceTexts([language, texts]: readonly [string, unknown]): void {
  const { fetch: ask } = window
  const isMeant = (address: string) => new RegExp(`/${language}-[^/]*\\.json$`).test(address)
  window.fetch = (input, options) =>
    isMeant(String(input)) ? Promise.resolve(Response.json(texts)) : ask(input, options)
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

/** Texts with a word that is neither translated nor a name. */
async function untranslated(page: Page): Promise<string[]> {
  return (await shownTexts(page))
    .filter((text) => untranslatedWords(text, content).some((word) => !dates.has(word)))
    .map((text) => text.slice(0, 80))
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function monthName(month: number, style: 'short' | 'long'): string {
  return new Intl.DateTimeFormat('de', { month: style }).format(new Date(2026, month, 15))
}

function ago(count: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
  return new Intl.RelativeTimeFormat('de', { numeric: 'auto', style: 'narrow' }).format(count, unit)
}
