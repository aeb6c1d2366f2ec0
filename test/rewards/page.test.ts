import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openPlace } from '../browser/open-place.ts'
import { addStep, usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('polls and predictions')

describe('a broadcaster and the rewards', () => {
  const panel = usePanel()
  const redeem = (reward: string, more: object = {}) =>
    sandboxCall(panel.app, 'redeem', { platform: 'PlatformB', username: 'alice', reward, ...more })

  it('creates one that runs a command, pauses it, and decides about what viewers redeem', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Rewards')
    await page.getByText('No redemptions are waiting.').waitFor()
    await page.getByRole('button', { name: 'New reward' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Greet me')
    await dialog.getByLabel('Cost in channel points').fill('250')
    await dialog.getByLabel('Maximum per stream').fill('9')
    await dialog.getByLabel('Command').selectOption('hello')
    await dialog.getByLabel('Mark as fulfilled when the command ran').uncheck()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Create reward' }).click()
    await page.getByText('Greet me saved').waitFor()
    await page.getByText('runs !hello').waitFor()
    const { body } = await panel.app.call('list-rewards', { platform: 'PlatformB' })
    const made = body.rewards.find(({ title }: { title: string }) => title === 'Greet me')
    assert.deepEqual([made.cost, made.max_per_stream, made.command, made.fulfil_after_run], [250, 9, 'hello', false])

    const prompt = async () => {
      const { rewards } = (await panel.app.call('list-rewards', { platform: 'PlatformB' })).body
      return rewards.find(({ title }: { title: string }) => title === 'Greet me').prompt
    }
    for (const text of ['The bot says hello', '']) {
      await page.getByRole('button', { name: 'Edit Greet me' }).click()
      await dialog.getByLabel('Prompt').fill(text)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await prompt(), text)
    }

    await redeem('Greet me')
    await redeem('Ask a question', { username: 'bob', message: 'What is <b>next</b>?' })
    await page.getByText('Alice redeemed Greet me').waitFor()
    await page.getByText('What is <b>next</b>?').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Fulfil Greet me of Alice' }).click()
    await page.getByText('Alice redeemed Greet me').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Refund Ask a question of Bob' }).click()
    await page.getByText('No redemptions are waiting.').waitFor()
    const refunded = await panel.app.call('list-redemptions', { platform: 'PlatformB', status: 'refunded' })
    assert.equal(refunded.body.redemptions[0].username, 'bob')

    await page.getByRole('button', { name: 'Pause Greet me' }).click()
    await page.getByRole('button', { name: 'Resume Greet me' }).waitFor()
    assert.equal((await redeemStatus('Greet me')).code, 'platform_refused')
    await page.getByRole('button', { name: 'Delete Greet me' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Greet me deleted').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('sees why a reward is not taken, at the field', async () => {
    const { page, faults } = await panel.signIn({ at: '/rewards/kick' })
    await page.getByRole('button', { name: 'New reward' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('Maximum per stream').count(), 0, 'Kick has no limits')
    await dialog.getByLabel('Cost in channel points').fill('0')
    await dialog.getByLabel('Title').fill('Hydrate')
    await dialog.getByRole('button', { name: 'Create reward' }).click()
    await dialog.getByText('Must be a whole number').waitFor()
    await dialog.getByLabel('Cost in channel points').fill('5')
    await dialog.getByRole('button', { name: 'Create reward' }).click()
    await dialog.getByText('a reward with this title exists already').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('runs a poll and a prediction with live results, and sees past ones', async () => {
    const { page, faults } = await panel.signIn()
    const vote = (action: string, username: string, option: string, more: object = {}) =>
      sandboxCall(panel.app, action, { platform: 'PlatformB', username, option, ...more })
    await page.goto(`${panel.app.url}/rewards`)
    const polls = page.getByRole('region', { name: 'Polls' })
    const dialog = page.getByRole('dialog')
    await polls.getByRole('button', { name: 'New poll' }).click()
    await dialog.getByLabel('Question').fill('Which game next?')
    await dialog.getByLabel('Options, one per line').fill('Chess')
    await dialog.getByRole('button', { name: 'Start poll' }).click()
    await dialog.getByText('Must have 2 to 5').waitFor()
    await dialog.getByLabel('Options, one per line').fill('Chess\nMinecraft')
    await dialog.getByRole('button', { name: 'Start poll' }).click()
    await polls.getByText('Running').waitFor()
    for (const name of ['alice', 'bob', 'carol']) await vote('vote', name, name === 'carol' ? 'Chess' : 'Minecraft')
    await polls.getByText('67 %').waitFor()
    await polls.getByRole('button', { name: 'End poll' }).click()
    await dialog.getByRole('button', { name: 'End poll' }).click()
    await polls.getByText('Minecraft won').waitFor()

    const predictions = page.getByRole('region', { name: 'Predictions' })
    await predictions.getByRole('button', { name: 'New prediction' }).click()
    await dialog.getByLabel('Question').fill('Do we win?')
    await dialog.getByLabel('Options, one per line').fill('Yes\nNo')
    await dialog.getByRole('button', { name: 'Start prediction' }).click()
    await predictions.getByText('Running').waitFor()
    await vote('predict', 'alice', 'Yes', { points: 150 })
    await predictions.getByText('150 points, 1 viewer').waitFor()
    await predictions.getByRole('button', { name: 'Lock' }).click()
    await predictions.getByText('Locked').waitFor()
    await predictions.getByRole('button', { name: 'Choose winner' }).click()
    assert.ok(await dialog.getByRole('button', { name: 'Pay out' }).isDisabled())
    await dialog.getByLabel('Yes').check()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Pay out' }).click()
    await predictions.getByText('Yes won').waitFor()
    await page.reload()
    await predictions.getByText('Yes won').waitFor()
    await polls.getByText('Minecraft won').waitFor()
    await page.goto(`${panel.app.url}/rewards/kick`)
    await page.getByText('No redemptions are waiting.').waitFor()
    assert.equal(await polls.count(), 0, 'Kick has no polls')
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('writes a command that starts a poll, with one option per line', async () => {
    const { page, faults } = await panel.signIn()
    const { commands } = panel.app.ctx
    const get = async () => commands.get(panel.app.ctx.db, panel.app.channel.id, { command: 'hug' })
    await page.goto(`${panel.app.url}/commands/${(await get()).id}`)
    await addStep(page, 'Start poll')
    await page.getByLabel('Question').fill('Which game next?')
    await page.getByLabel('Options, one per line').fill(`Chess\n${'x'.repeat(26)}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.block').getByText('must have 1 to 25 characters').waitFor()
    await page.getByLabel('Options, one per line').fill('Chess\n\nMinecraft\n')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('!hug saved').waitFor()
    assert.deepEqual(((await get()).actions as { steps: unknown[] }).steps.at(-1), {
      type: 'create_poll',
      title: 'Which game next?',
      options: ['Chess', 'Minecraft'],
    })
    await panel.app.call('run-command', { command: 'hug' })
    const { body } = await panel.app.call('end-poll')
    assert.deepEqual([body.title, body.results[1].option], ['Which game next?', 'Minecraft'])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  async function redeemStatus(reward: string) {
    return (
      await sandboxCall(panel.app, 'redeem', { platform: 'PlatformB', username: 'carol', reward }, { status: 502 })
    ).body
  }
})
