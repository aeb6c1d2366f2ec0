import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openPlace } from '../browser/open-place.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('predictions and polls')

describe('a moderator and the rounds', () => {
  const panel = usePanel()
  const say = (username: string, text: string) =>
    sandboxCall(panel.app, 'chat', { platform: 'PlatformA', username, text })

  it('opens a poll that YouTube runs', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Giveaways & polls')
    await page.getByRole('button', { name: 'New round' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('prediction')
    const runBy = dialog.getByLabel('Run by')
    assert.deepEqual(await runBy.locator('option').allTextContents(), ['Showcaller, in every chat', 'Twitch'])
    await dialog.getByLabel('Kind').selectOption('poll')
    await runBy.selectOption('youtube')
    await dialog.getByLabel('Prize or question').fill('Which game next?')
    await dialog.getByLabel('Options').fill('Chess\nMinecraft')
    await dialog.getByLabel('Minutes until it closes').fill('2')
    await dialog.getByRole('button', { name: 'Open round' }).click()
    const card = page.getByRole('article', { name: 'Which game next?' })
    await card.waitFor()
    const { rounds } = (await panel.app.call('list-rounds')).body
    assert.deepEqual([rounds[0].kind, rounds[0].platform], ['poll', 'PlatformC'])
    const { body: ended } = await panel.app.call('end-poll', { platform: 'PlatformC' })
    assert.equal(ended.title, 'Which game next?')
    await page.getByRole('region', { name: 'Past rounds' }).getByText('Which game next?').waitFor()
    assert.deepEqual(faults, [])
  })

  it('opens a giveaway, sees viewers enter, draws the winner and saves the proof', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Giveaways & polls')
    await page.getByText('No round is running').waitFor()
    await page.getByRole('button', { name: 'New round' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Prize or question').fill('A keyboard')
    await dialog.getByLabel('Chat word').fill('two words')
    await dialog.getByLabel('Subscriber luck').fill('3')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Open round' }).click()
    await dialog.getByText('must be one word').waitFor()
    await dialog.getByLabel('Chat word').fill('!keyboard')
    await dialog.getByRole('button', { name: 'Open round' }).click()
    const card = page.getByRole('article', { name: 'A keyboard' })
    await card.getByText('Viewers type !keyboard').waitFor()
    const commitment = await card.locator('code').textContent()
    for (const name of ['alice', 'bob']) await say(name, '!keyboard')
    await card.getByText('2 entries').waitFor()
    assert.deepEqual(await axeViolations(page), [])

    await card.getByRole('button', { name: 'Draw A keyboard' }).click()
    const past = page.getByRole('region', { name: 'Past rounds' })
    await past.getByText(/^Winner: (Alice|Bob)$/).waitFor()
    const downloading = page.waitForEvent('download')
    await past.getByRole('button', { name: 'Download proof of A keyboard' }).click()
    const download = await downloading
    const proof = JSON.parse(readFileSync(await download.path(), 'utf8'))
    assert.equal(createHash('sha256').update(proof.seed).digest('hex'), commitment)
    assert.deepEqual(
      proof.entries.map(({ number, weight }: Record<string, number>) => [number, weight]),
      [
        [1, 3],
        [2, 3],
      ],
      'both subscribe',
    )
    await past.getByRole('button', { name: 'Draw another winner of A keyboard' }).click()
    await past.getByText(/^Winners: /).waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('pays out a prediction, counts a poll and cancels a round', async () => {
    const { page, faults } = await panel.signIn()
    const { app } = panel
    for (const username of ['alice', 'bob']) {
      await app.call('set-points', { username, amount: 100, platform: 'PlatformA' })
    }
    await page.goto(`${app.url}/giveaways`)
    await page.getByRole('button', { name: 'New round' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('prediction')
    await dialog.getByLabel('Prize or question').fill('Do we win?')
    await dialog.getByLabel('Options, one per line').fill('Yes\nNo')
    await dialog.getByLabel('Minutes until it closes').fill('5')
    await dialog.getByRole('button', { name: 'Open round' }).click()
    const card = page.getByRole('article', { name: 'Do we win?' })
    await card.getByText(/Closes in [1-4]:\d\d/).waitFor()
    await say('alice', '!bet yes 60')
    await say('bob', '!bet no 40')
    await card.getByText('60 points · 1 entry').waitFor()
    await card.getByRole('button', { name: 'Pay out Do we win?' }).click()
    await dialog.getByLabel('Yes').check()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Pay out' }).click()
    await page.getByText('Came true: Yes').waitFor()
    const { body } = await app.call('get-points', { username: 'alice', platform: 'PlatformA' })
    assert.equal(body.points, 140)

    await app.call('open-round', { kind: 'poll', title: 'Which game?', options: ['Chess', 'Go'] })
    await say('alice', '!vote go')
    const poll = page.getByRole('article', { name: 'Which game?' })
    await poll.getByText('1 entry').waitFor()
    await poll.getByRole('button', { name: 'Close and count Which game?' }).click()
    await page.getByRole('region', { name: 'Past rounds' }).getByText('Which game?').waitFor()

    await app.call('open-round', { kind: 'trivia', title: 'Capital of France?', options: ['Paris'] })
    await page.getByRole('button', { name: 'Cancel round Capital of France?' }).click()
    await dialog.getByRole('button', { name: 'Cancel round' }).click()
    await page.getByText('Capital of France? cancelled').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
