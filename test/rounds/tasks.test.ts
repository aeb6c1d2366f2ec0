import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { languages } from '../../src/kernel/text/languages.ts'
import { axeViolations } from '../browser/chromium.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { listMessages } from '../kernel/messages/listing.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { Locator } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

const english = listMessages()
const arabic = JSON.parse(readFileSync('catalogues/ar.json', 'utf8')).texts as Readonly<Record<string, string>>

/** What a person does, counted: a click or a text. */
function countSteps() {
  let taken = 0
  return {
    get taken() {
      return taken
    },
    click: async (target: Locator) => {
      taken++
      await target.click()
    },
    fill: async (target: Locator, text: string) => {
      taken++
      await target.fill(text)
    },
  }
}

describe('giveaways and polls, step by step', () => {
  const panel = usePanel()
  let owner: PanelClient
  before(async () => {
    owner = await signInAsOwner(panel.app)
  })

  for (const language of ['en', 'ar'] as const) {
    const text = (key: string) => (language === 'en' ? String(english.get(key)) : (arabic[key] ?? ''))
    for (const phone of [false, true]) {
      it(`a giveaway takes three steps and a poll four, in ${language} on a ${phone ? 'phone' : 'wide screen'}`, async () => {
        await owner.call('save-language', { language })
        const { page, faults } = await panel.signIn({ phone, at: '/giveaways' })
        const prize = `A keyboard, ${language} ${phone}`
        const button = (key: string) => page.getByRole('button', { name: text(key), exact: true })
        await page.locator(`html[dir=${languages[language].direction}]`).waitFor({ state: 'attached' })

        const giveaway = countSteps()
        await giveaway.fill(page.getByLabel(text('roundsPage.prizeLabel'), { exact: true }), prize)
        await giveaway.click(button('roundsPage.openGiveaway'))
        const card = page.getByRole('article', { name: prize, exact: true })
        await card.waitFor()
        for (const username of ['alice', 'bob']) {
          await sandboxCall(panel.app, 'chat', { platform: 'PlatformA', username, text: '!join' })
        }
        const entered = async () => (await panel.app.call('list-rounds', { status: 'open' })).body.rounds[0].entries
        await eventually('both entries', async () => (await entered()) === 2)
        await giveaway.click(card.getByRole('button').and(page.locator('.primary')))
        const drawn = page.locator('.drawn', { hasText: prize })
        await drawn.locator('.draw-winner', { hasText: /^(Alice|Bob)$/ }).waitFor()
        assert.equal(giveaway.taken, 3)
        assert.deepEqual(await axeViolations(page), [])

        const poll = countSteps()
        await poll.click(button('common.labels.poll'))
        await poll.fill(page.getByLabel(text('common.labels.question'), { exact: true }), 'Which game?')
        await poll.fill(page.getByLabel(text('common.labels.optionsOnePerLine'), { exact: true }), 'Chess\nGo')
        await poll.click(button('roundsPage.startPoll'))
        await page.getByRole('article', { name: 'Which game?', exact: true }).waitFor()
        assert.equal(poll.taken, 4)
        const { body } = await panel.app.call('list-rounds', { status: 'open' })
        assert.notEqual(body.rounds[0].closes_at, null, 'it ends and counts by itself')
        await panel.app.call('close-round', { id: body.rounds[0].id })
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(faults, [])
        await page.context().close()
      })
    }
  }

  it('the draw runs through the names before it rests on the winner', async () => {
    await owner.call('save-language', { language: 'en' })
    const { page, faults } = await panel.signIn({ at: '/giveaways' })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const { id } = (await panel.app.call('open-round', { kind: 'giveaway', title: 'A mouse' })).body
    for (const username of ['carol', 'dave', 'erin']) {
      await panel.app.call('enter-round', { id, username, platform: 'PlatformA' })
    }
    await page.getByRole('button', { name: 'Draw A mouse' }).click()
    const draw = page.getByRole('article', { name: 'Draw: A mouse' })
    await draw.locator('.draw-strip p', { hasText: 'carol' }).first().waitFor({ state: 'attached' })
    assert.equal(await draw.locator('.draw-winner').count(), 0, 'not named before the end')
    await draw.locator('.draw-winner', { hasText: /^(Carol|Dave|Erin)$/ }).waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('the texts are edited beside the rounds, and an unedited one stays the default', async () => {
    await owner.call('save-language', { language: 'en' })
    const { page } = await panel.signIn({ at: '/giveaways' })
    await page.getByRole('button', { name: 'Announcements in chat' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('When it opens').fill('Win $(title)! $(word)')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { round_announcements: stored } = await panel.app.ctx.settings.of(panel.app.channel.id)
    assert.deepEqual(stored.giveaway, { opened: 'Win $(title)! $(word)', reminder: '', closed: '', result: '' })
    await page.context().close()
  })
})
