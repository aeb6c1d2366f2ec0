import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { addStep, usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('a list of two thousand, on both screens')

describe('commands at the panel, as a person makes them', () => {
  const panel = usePanel()

  const find = async (word: string) =>
    (await panel.app.ctx.commands.list(panel.app.channel)).items.find(({ command }) => command === word)
  const editor = (page: Page) => page.locator('.command-editor')

  it('makes one, sees its reply before it is said, and runs it so that it arrives in chat', async () => {
    const { page, faults } = await panel.signIn()
    await page.getByRole('link', { name: 'Commands', exact: true }).click()
    await page.getByRole('link', { name: 'New command' }).click()
    await page.getByLabel('Command', { exact: true }).fill('hello')
    await page.getByLabel('Reply', { exact: true }).fill('Good evening $(displayname), ')
    await page.getByLabel('Reply', { exact: true }).press('End')
    await page.keyboard.type('$(arg')
    await page.getByRole('option', { name: 'Everything after the command' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Text after the command').fill('enjoy the show')
    await page.locator('.chat .bot', { hasText: 'Good evening Alice, enjoy the show' }).waitFor()
    await page.getByRole('button', { name: 'Create command' }).click()
    await editor(page).locator('.field').getByText('hello is taken by another command.').waitFor()
    await page.getByLabel('Command', { exact: true }).fill('evening')
    await page.getByLabel('User cooldown').fill('30')
    await page.getByText('Everyone · 30 s user cooldown').first().waitFor()
    await page.getByRole('button', { name: 'Create command' }).click()
    await page.getByText('!evening saved').waitFor()

    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Run !evening' })
    await dialog.getByLabel('Text after the command').fill('take a seat')
    await dialog.getByLabel('Run as').fill('bob')
    await dialog.getByRole('button', { name: 'Run' }).click()
    await dialog.getByText('Good evening Bob, take a seat').waitFor()
    assert.equal((await chatOf(panel.app)).at(-1)?.text, 'Good evening Bob, take a seat')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByLabel('evening is active').click()
    await eventually('it is off', async () => (await find('evening'))?.active === false)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('!evening deleted').waitFor()
    assert.equal(await find('evening'), undefined)
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('builds steps as blocks, orders them by keyboard and by mouse, and shows beside the field what is wrong', async () => {
    const hug = await find('hug')
    const { page, faults } = await panel.signIn({ at: `/commands/${hug?.id}` })
    await addStep(page, 'Time out')
    await page.getByLabel('Viewer', { exact: true }).fill('$(touser)')
    await page.getByLabel('Minutes').fill('0')
    await addStep(page, 'Play alert')
    await page.getByLabel('Alert', { exact: true }).selectOption('Tada')
    await addStep(page, 'Wait')
    await page.getByLabel('Seconds', { exact: true }).fill('1')
    await page.getByRole('button', { name: 'Save' }).click()
    await editor(page)
      .locator('.block')
      .getByText(/^Must be/)
      .waitFor()
    await page.getByLabel('Minutes').fill('2')
    await page.getByRole('button', { name: 'Move step 3, Wait up' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Move step 2, Wait up' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('!hug saved').waitFor()
    const types = async () => (await find('hug'))?.actions as { steps: { type: string }[] }
    const order = async () => (await types()).steps.map(({ type }) => type)
    assert.deepEqual(await order(), ['wait', 'timeout', 'audio_alert'])

    await page.locator('.blocks li').nth(2).locator('.grip').dragTo(page.locator('.blocks li').nth(0))
    await page.locator('.blocks li').nth(0).getByText('Play alert').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.blocks li').nth(0).getByText('Wait', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.locator('.blocks li').nth(0).getByText('Play alert').waitFor()

    // The same with keys alone: duplicate, move, delete, undo.
    const heads = page.locator('.blocks .fold')
    await heads.nth(2).focus()
    await page.keyboard.press('Control+d')
    await heads.nth(3).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await heads.nth(2).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Delete')
    assert.equal(await heads.count(), 3)
    await page.keyboard.press('Control+z')
    assert.equal(await heads.count(), 4)
    await page.keyboard.press('Control+Shift+z')
    assert.equal(await heads.count(), 3)
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    assert.match(await page.getByLabel('Steps as JSON').inputValue(), /"audio_alert"[\s\S]*"wait"[\s\S]*"timeout"/)
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually('the new order is kept', async () => String(await order()) === 'audio_alert,wait,timeout')
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('exports every command as a file and imports it again, row by row', async () => {
    const { page, faults } = await panel.signIn({ at: '/commands' })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
    assert.equal(file.commands.length, (await panel.app.ctx.commands.list(panel.app.channel)).total)
    const brought = [...file.commands, { command: 'brought', message: 'Hi' }, { command: 'two words' }]
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('File').setInputFiles({
      name: 'commands.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...file, commands: brought })),
    })
    await dialog.getByText(`${brought.length} commands found.`).waitFor()
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText(`1 created, 0 changed, ${file.commands.length} skipped`).waitFor()
    await dialog.getByText('command must be one word').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Search commands').fill('brought')
    await page.getByRole('link', { name: /!brought/ }).waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  for (const phone of [false, true]) {
    itInLongRun(
      `finds one of two thousand, of which the page draws only those in sight${phone ? ', on a phone' : ''}`,
      async () => {
        const { commands, db } = panel.app.ctx
        const { id: channelId } = panel.app.channel
        // The phone comes second, and finds those of the wide screen.
        await db.write(async (tx) => {
          for (let at = 0; at < (phone ? 0 : 2_000); at++)
            await commands.create(tx, channelId, { platforms: ['kick'], command: `many${at}` })
        })
        const { page, faults } = await panel.signIn({ phone, at: '/commands' })
        const rows = page.locator('.command-rows li')
        await rows.first().waitFor()
        await page.getByText(/^The first 500 of 2,\d{3}\. Search to find the others\.$/).waitFor()
        const isDrawn = (element: Element) => element.checkVisibility({ contentVisibilityAuto: true })
        assert.equal(await rows.first().locator('a').evaluate(isDrawn), true)
        assert.equal(await rows.last().locator('a').evaluate(isDrawn), false)
        await page.getByLabel('Search commands').fill('many1999')
        await page.getByRole('link', { name: /!many1999/ }).waitFor()
        assert.equal(await rows.count(), 1)
        assert.deepEqual(faults, [])
        await page.context().close()
      },
    )
  }
})
