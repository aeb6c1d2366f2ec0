import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, describe, it } from 'node:test'
import { commandMessages } from '../../panel/src/pages/commands/messages.ts'
import { deckMessages } from '../../panel/src/pages/decks/messages.ts'
import { type Catalogue, english, useCatalogue } from '../../src/kernel/text/message.ts'
import { needs, runsOn } from '../declare.ts'
import type { Locator, Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { usePanel } from './panel-browser.ts'

runsOn('sqlite', { because: 'it is about what a browser shows' })
needs('chromium', 'panel')

/** A step is a click, or a field that is filled in; choosing from the list of actions by typing is one. */
function countSteps(page: Page) {
  let steps = 0
  return {
    taken: () => steps,
    async click(what: Locator): Promise<void> {
      steps++
      await what.first().click()
    },
    async fill(what: Locator, text: string): Promise<void> {
      steps++
      await what.first().fill(text)
    },
    async pick(text: string): Promise<void> {
      steps++
      const dialog = page.locator('dialog.pick')
      await dialog.getByRole('combobox').fill(text)
      await dialog.getByRole('option', { selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    },
  }
}

describe('what a streamer does in the panel takes few steps', () => {
  const panel = usePanel()
  afterEach(() => useCatalogue(english))

  /** The panel in a language; the messages of the test are then in the same one. */
  async function open(language: 'en' | 'ar', phone: boolean, at: string): Promise<{ page: Page; faults: string[] }> {
    const { page, faults } = await panel.signIn({ phone, at })
    if (language !== 'en') {
      const file = new URL(`../../catalogues/${language}.json`, import.meta.url)
      useCatalogue({ ...(JSON.parse(readFileSync(file, 'utf8')) as Catalogue), isolates: true })
      await page.evaluate((chosen) => localStorage.setItem('showcaller-language', chosen), language)
      await page.goto(`${panel.app.url}${at}`)
      await page.locator(`html[lang=${language}]`).waitFor()
    }
    return { page, faults }
  }

  for (const language of ['en', 'ar'] as const) {
    for (const phone of [false, true]) {
      const where = `in ${language}, ${phone ? 390 : 1440} wide`

      it(`a command with a price: at most 5, ${where}`, async () => {
        const { page, faults } = await open(language, phone, '/commands')
        const person = countSteps(page)
        const word = `price${language}${phone ? 'phone' : 'wide'}`
        await person.click(page.getByRole('link', { name: commandMessages.newCommand() }))
        await person.fill(page.getByLabel(commandMessages.command(), { exact: true }), word)
        await person.fill(page.getByLabel(commandMessages.reply(), { exact: true }), 'Here you are')
        await person.fill(page.getByLabel(commandMessages.pointsCost(), { exact: true }), '50')
        // Earning is off by default, and the price says so.
        await page.getByText(commandMessages.earningOff()).waitFor()
        assert.deepEqual(await axeViolations(page), [])
        await person.click(page.getByRole('button', { name: commandMessages.create() }))
        await page.locator('.toast').first().waitFor()
        const { commands } = (await panel.app.call('list-commands')).body
        assert.ok(commands.some(({ command }: { command: string }) => command === word))
        assert.ok(person.taken() <= 5, `${person.taken()} steps`)
        assert.deepEqual(faults, [])
        await page.context().close()
      })

      it(`a deck of six buttons: at most 14, ${where}`, async () => {
        const { page, faults } = await open(language, phone, '/phone-deck')
        const person = countSteps(page)
        await person.click(page.getByRole('link', { name: deckMessages.newDeck() }))
        for (const action of ['Tada', 'Confetti', 'hello', 'clip', 'next cue', 'marker']) {
          await person.click(page.getByRole('button', { name: deckMessages.addButton() }))
          await person.pick(action)
        }
        assert.equal(await page.locator('.deck-keys li').count(), 6)
        assert.deepEqual(await axeViolations(page), [])
        await person.click(page.getByRole('button', { name: deckMessages.create() }))
        await page.locator('.toast').first().waitFor()
        assert.ok(person.taken() <= 14, `${person.taken()} steps`)
        assert.deepEqual(faults, [])
        await page.context().close()
      })
    }
  }
})
