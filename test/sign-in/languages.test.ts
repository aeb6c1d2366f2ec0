import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { signInFailures } from '../../panel/src/pages/sign-in/messages.ts'
import { signInRefusals } from '../../src/capabilities/sign-in/contract/sign-in-refusals.ts'
import { codeAt } from '../../src/capabilities/sign-in/one-time-codes.ts'
import { addCatalogue } from '../../src/kernel/catalogues.ts'
import { platformDefinitions } from '../../src/platforms/contract/platforms.ts'
import { settled, usePanel } from '../browser/panel-browser.ts'
import { shownTexts } from '../browser/shown-texts.ts'
import { button, createLink, saveDeck } from '../decks/deck-client.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { listMessages } from '../kernel/messages/listing.ts'
import { pseudoLanguage } from '../kernel/messages/pseudo-language.ts'
import { untranslatedWords } from '../kernel/messages/untranslated.ts'
import { itInLongRun } from '../long-run.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('one-time codes, the editor of decks, and every error')

/** Names of what the tests create. */
const content = ['Google', 'Say hello', 'Moderators', 'Tablet', 'Show', 'host', 'hello']

const password = 'seven quiet lamps at dusk'

/** Where a person comes back to who has connected an account or added one to sign in with, or has not. */
const notices = [
  'people?added=kick',
  'people?failed=kick&code=missing_role',
  'platforms?connected=kick&as=bot',
  ...['cancelled', 'sign_in_required', 'platform_unavailable'].map((code) => `platforms?failed=kick&code=${code}`),
]

/** The panel itself is walked through in `panel-languages.test.ts`. */
describe('pages around the panel in another language', () => {
  const pseudo = pseudoLanguage(listMessages(), 'ltr')
  const panel = usePanel()
  let owner: PanelClient
  let page: Page
  const found: string[] = []
  before(async () => {
    addCatalogue(pseudo)
    owner = await signInAsOwner(panel.app)
    await owner.call('save-language', { language: 'de' })
    const context = await panel.browser.newContext({ locale: 'de' })
    page = await context.newPage()
    await page.addInitScript((catalogue) => {
      sessionStorage.setItem('showcaller-catalogue', catalogue)
    }, JSON.stringify(pseudo))
  })
  after(async () => {
    await page?.context().close()
    addCatalogue(JSON.parse(readFileSync('catalogues/de.json', 'utf8')))
  })

  /** Reads what the page or a part of it shows now. */
  async function read(where: string, within?: string): Promise<void> {
    const texts = await shownTexts(page, within)
    assert.ok(texts.length > (within === undefined ? 2 : 0), where)
    const wrong = texts.filter((text) => untranslatedWords(text, content).length > 0)
    found.push(...wrong.map((text) => `${where}: ${text.slice(0, 80)}`))
  }
  const untranslated = () => [...new Set(found.splice(0))]

  it('is what a person reads who signs in, by each method and with errors', async () => {
    const url = panel.app.url.replace('127.0.0.1', 'localhost')
    // As on a server that has credentials for every platform.
    const services = platformDefinitions.map(({ name }) => name)
    await page.route('**/sign-in/ways', (route) => route.fulfill({ json: { services } }))
    await page.goto(url)
    await page.locator('.sign-in-methods').waitFor()
    for (const service of services) await page.locator(`a.button.${service}`).waitFor()
    await read('the sign-in page')
    await page.locator('.sign-in-methods button.primary').click()
    await page.locator('.sign-in-methods [role=alert]').waitFor()
    await read('no passkey')
    await page.locator('.sign-in-methods summary').click()
    const [name, password] = [page.locator('input[autocomplete=username]'), page.locator('input[type=password]')]
    await name.fill('host')
    await password.fill('a wrong password')
    await password.press('Enter')
    await page.locator('.sign-in-methods [role=alert]').waitFor()
    await read('a wrong password')
    const codes = [...Object.keys(signInFailures), ...Object.keys(signInRefusals)]
    for (const code of isLongRun ? codes : codes.slice(0, 2)) {
      await page.goto(`${url}/sign-in-failed?code=${code}`)
      await page.locator('[role=alert]').waitFor()
      await read(code)
    }
    assert.deepEqual(untranslated(), [])
  })

  itInLongRun('is what a person reads who sets a password with one-time codes, and signs in with them', async () => {
    const text = (key: string) => String(pseudo.texts[key])
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    const { page: own } = await panel.signIn()
    const signedOut = page
    page = own
    await page.addInitScript((catalogue) => {
      sessionStorage.setItem('showcaller-catalogue', catalogue)
    }, JSON.stringify(pseudo))
    await page.goto(`${panel.app.url}/settings/people`)
    await press(text('settings.sign-in-methods.setPassword'))
    const secret = page.getByRole('dialog').locator('input[type=password]')
    await page.getByRole('dialog').locator('input').first().fill('host')
    await secret.fill('short')
    await inDialog(text('settings.sign-in-methods.setPassword'))
    await page.getByRole('dialog').locator('.error').waitFor()
    await read('a short password', 'dialog')
    await secret.fill(password)
    await inDialog(text('settings.sign-in-methods.setPassword'))
    const turnOn = text('common.labels.turnOn')
    await press(`${text('settings.sign-in-methods.codes')}: ${turnOn}`)
    const code = page.getByRole('dialog').locator('input[inputmode=numeric]')
    await code.fill('000000')
    await inDialog(turnOn)
    await page.getByRole('dialog').locator('.error').waitFor()
    await read('a wrong code', 'dialog')
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await code.fill(codeAt(key, Math.floor(Date.now() / 30_000)))
    await inDialog(turnOn)
    await page.getByText(text('settings.sign-in-methods.codesSaved')).waitFor()
    await read('one-time codes', '.sign-in-methods')
    await read('the notice of them', '.toast')
    for (const address of notices) {
      await page.goto(`${panel.app.url}/settings/${address}`)
      await page.locator('.toast').first().waitFor()
      await settled(page)
      await read(address, '.toast')
    }
    await page.context().close()

    page = signedOut
    await page.goto(panel.app.url)
    await page.locator('input[autocomplete=username]').fill('host')
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    const asked = page.locator('input[autocomplete=one-time-code]')
    await asked.fill('000000')
    await read('the question for a code')
    await page.keyboard.press('Enter')
    await page.locator('.sign-in-methods [role=alert]').waitFor()
    await read('a wrong code at the sign-in')
    assert.deepEqual(untranslated(), [])
  })

  it('is what a person reads on a deck, without a link, with it, and when it is revoked', async () => {
    const buttons = [
      button('Say hello', { action: { operation: 'run-command', input: { command: 'hello' } }, confirm: true }),
    ]
    const deck = await saveDeck(owner, buttons)
    const link = await createLink(owner, deck)
    await page.goto(`${panel.app.url}/deck`)
    await page.locator('input').waitFor()
    await read('no link')
    await page.locator('input').fill('nonsense')
    await page.locator('form button').click()
    await page.locator('[role=alert]').waitFor()
    await read('a wrong link')
    await page.goto(link.url)
    await page.reload()
    await page.locator('.key').first().waitFor()
    await read('a deck')
    await page.locator('.key').first().click()
    await page.locator('dialog[open]').waitFor()
    await read('a question')
    await page.locator('dialog[open] .danger').click()
    await page.locator('.key[data-result]').waitFor()
    await panel.app.call('toggle-command', { command: 'hello', enabled: false })
    await page.locator('.key').first().click()
    await page.locator('dialog[open] .danger').click()
    await page.locator('.key[data-result=failed]').waitFor()
    await read('a failure')
    await owner.call('revoke-key', { key_id: link.id })
    await page.locator('form').waitFor()
    await read('a revoked link')
    assert.deepEqual(untranslated(), [])
  })

  itInLongRun('is what a person reads who puts a deck together', async () => {
    const { page: own } = await panel.signIn()
    const signedIn = page
    page = own
    await page.addInitScript((catalogue) => {
      sessionStorage.setItem('showcaller-catalogue', catalogue)
    }, JSON.stringify(pseudo))
    await page.goto(`${panel.app.url}/phone-deck/new`)
    await settled(page)
    await page.getByRole('button', { name: String(pseudo.texts['decks.addButton']) }).click()
    const ready = page.getByRole('dialog').locator('select').first()
    for (const name of await ready
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')))) {
      await ready.selectOption(name ?? '')
      await settled(page)
      await read(`the button ${name}`)
    }
    await page.context().close()
    page = signedIn
    assert.deepEqual(untranslated(), [])
  })
})
