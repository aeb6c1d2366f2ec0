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
    const form = page.getByRole('region', { name: 'New round' })
    await form.getByText('More options').click()
    await form.getByRole('button', { name: 'Prediction' }).click()
    const runBy = form.getByLabel('Run by')
    assert.deepEqual(await runBy.locator('option').allTextContents(), ['Showcaller, in every chat', 'Twitch'])
    await form.getByRole('button', { name: 'Poll' }).click()
    await runBy.selectOption('youtube')
    await form.getByLabel('Question').fill('Which game next?')
    await form.getByLabel('Options, one per line').fill('Chess\nMinecraft')
    await form.getByRole('button', { name: 'Start poll' }).click()
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
    const form = page.getByRole('region', { name: 'New round' })
    await form.getByLabel('Prize').fill('A keyboard')
    await form.getByText('More options').click()
    await form.getByLabel('Chat word').fill('two words')
    await form.getByLabel('Subscriber luck').fill('3')
    assert.deepEqual(await axeViolations(page), [])
    await form.getByRole('button', { name: 'Open giveaway' }).click()
    await form.getByText('must be one word').waitFor()
    await form.getByLabel('Chat word').fill('!keyboard')
    await form.getByRole('button', { name: 'Open giveaway' }).click()
    const card = page.getByRole('article', { name: 'A keyboard', exact: true })
    await card.getByText('Viewers type !keyboard').waitFor()
    await card.getByText('Proof of the draw').click()
    const commitment = await card.locator('code').textContent()
    for (const name of ['alice', 'bob']) await say(name, '!keyboard')
    await card.getByText('2 entries').waitFor()
    assert.deepEqual(await axeViolations(page), [])

    await card.getByRole('button', { name: 'Draw A keyboard' }).click()
    const drawn = page.getByRole('article', { name: 'Draw: A keyboard' })
    await drawn.getByText(/^(Alice|Bob)$/).waitFor()
    await drawn.getByText('Has not written in chat since the draw.').waitFor()
    const winner = (await drawn.locator('.draw-winner').textContent()) ?? ''
    await say(winner.toLowerCase(), 'I am here!')
    await drawn.getByText('I am here!').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await drawn.getByText('Proof of the draw').click()
    const downloading = page.waitForEvent('download')
    await drawn.getByRole('button', { name: 'Download proof of A keyboard' }).click()
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
    await drawn.getByRole('button', { name: 'Did not answer: draw again (A keyboard)' }).click()
    await drawn.getByText(winner === 'Alice' ? 'Bob' : 'Alice', { exact: true }).waitFor()
    await drawn.getByText(`Drawn before: ${winner}`).waitFor()
    await drawn.getByRole('button', { name: 'Move A keyboard to past rounds' }).click()
    await page
      .getByRole('region', { name: 'Past rounds' })
      .getByText(/^Winners: /)
      .waitFor()
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
    const form = page.getByRole('region', { name: 'New round' })
    const dialog = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Prediction' }).click()
    await form.getByLabel('What viewers predict').fill('Do we win?')
    await form.getByLabel('Options, one per line').fill('Yes\nNo')
    await form.getByText('More options').click()
    await form.getByLabel('Minutes until it closes').fill('5')
    await form.getByRole('button', { name: 'Start prediction' }).click()
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
