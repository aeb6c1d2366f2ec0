import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { closeToasts, usePanel } from '../browser/panel-browser.ts'
import { needs, runsOn } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import type { Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('a broadcaster and the viewers', () => {
  const folder = createTemporaryFolder()
  after(() => folder.remove())
  const panel = usePanel({ config: { backups: { folder: folder.path, passphrase: undefined } } })

  const lines = Array.from({ length: 1000 }, (_, index) => `g-${index},guest${index},${index + 1},${index % 300}`)
  const csv = `User ID;Name;Points;Minutes;Colour\n${lines.join('\n').replaceAll(',', ';')}\nx;;lots;1\n`

  async function importFile(page: Page): Promise<string[]> {
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.from(csv)
    await dialog.getByLabel(/CSV file/).setInputFiles({ name: 'viewers.csv', mimeType: 'text/csv', buffer })
    await dialog.getByText('1,001 rows are ready.').waitFor()
    await dialog.getByText('Skipped columns: Colour.').waitFor()
    await dialog.getByRole('button', { name: 'Import 1,001 rows' }).click()
    await dialog.getByText('Finished').waitFor()
    const figures = await dialog.locator('.viewer-figures dd').allTextContents()
    assert.deepEqual(await dialog.locator('.failures li').allTextContents(), [
      'Line 1,002Points must be a whole number from 0 to 99999999, not lots.',
    ])
    await dialog.getByRole('button', { name: 'Done' }).click()
    return figures
  }

  it('imports a thousand from a file, again without harm, and exports them', async () => {
    const { page, faults } = await panel.signIn()
    await page.getByRole('link', { name: 'Viewers', exact: true }).click()
    assert.deepEqual(await importFile(page), ['1,000', '0', '0', '1'])
    await page.getByText('1,020 viewers').waitFor()
    const guest = await panel.app.ctx.viewers.get(panel.app.channel, 'kick', { username: 'guest999' })
    assert.deepEqual([guest.userId, guest.points, guest.watchMinutes], ['g-999', 1000, 99])
    assert.deepEqual(await importFile(page), ['0', '0', '1,000', '1'])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    assert.equal((await downloading).suggestedFilename(), 'viewers-kick.csv')
    await page.getByText('1,020 viewers exported').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('finds one, links accounts, and removes coins with a reason', async () => {
    const { page, faults } = await panel.signIn()
    await panel.app.ctx.viewers.get(panel.app.channel, 'twitch', { username: 'viewer7' })
    const guest = await panel.app.ctx.viewers.get(panel.app.channel, 'kick', { username: 'guest77' })
    const watched = { mode: 'add', amount: 25, day: new Date().toISOString().slice(0, 10) } as const
    await panel.app.ctx.db.write((tx) => panel.app.ctx.watchTime.adjust(tx, panel.app.cause, guest, watched))
    await page.goto(`${panel.app.url}/viewers`)
    await page.getByLabel('Search viewers').fill('guest77')
    await page.getByRole('link', { name: 'guest77', exact: true }).click()
    await page.getByRole('heading', { name: 'guest77' }).waitFor()
    await page.locator('.chart canvas').waitFor()
    await page.getByText('25 min on 1 day').waitFor()
    await page.getByText('1h 17m from before, without a date').waitFor()
    await page.getByRole('button', { name: 'Link account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search viewers').fill('viewer7')
    await dialog.getByRole('button', { name: 'Link Viewer7', exact: true }).click()
    await page.getByRole('link', { name: 'Viewer7', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Unlink Viewer7 on Twitch' }).click()
    await page.getByText('Viewer7 unlinked').waitFor()

    const form = page.getByRole('form', { name: 'Change balance' })
    await form.getByLabel('Currency').selectOption('coin')
    await form.getByLabel('Amount').fill('12')
    await form.getByRole('button', { name: 'Apply' }).click()
    assert.match((await form.getByRole('alert').first().textContent()) ?? '', /^Must not be empty/)
    await form.getByLabel('Reason').fill('Found a medal')
    await form.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('guest77 now has 12 coins').waitFor()
    await page.getByRole('cell', { name: /Found a medal/ }).waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('sets the bot and reads in the audit log who did', async () => {
    const { page, faults } = await panel.signIn({ at: '/settings/bot' })
    await page.getByRole('switch', { name: 'Viewers earn points' }).check()
    await page.getByLabel('Per minute watched').fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
    assert.match((await page.getByRole('alert').first().textContent()) ?? '', /^Must be/)
    await page.getByLabel('Per minute watched').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal((await panel.app.ctx.settings.of(panel.app.channel.id)).earning.per_minute, 3)
    await page.getByRole('link', { name: 'Audit log', exact: true }).click()
    await page.getByText('Settings changed: earning').first().waitFor()
    await page.getByLabel('Type').selectOption('Keys')
    await page.getByText('Settings changed: earning').first().waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Channel', exact: true }).click()
    await page.getByLabel('Time zone').fill('Europe/Nowhere')
    await page.getByRole('button', { name: 'Save' }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^Must be a name/)
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Time zone changed to Europe/Berlin').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download backup' }).click()
    assert.match((await downloading).suggestedFilename(), /^showcaller-.*\.tar$/)
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('creates a backup and sees it checked, and restores only after typing the word', async () => {
    const { page, faults } = await panel.signIn({ at: '/settings/channel' })
    panel.app.ctx.backups.takeRestores(() => {})
    const card = page.getByRole('region', { name: 'Backups' })
    await card.getByText('No backup yet').waitFor()
    await card.getByRole('button', { name: 'Create backup' }).click()
    await card.getByText('Last backup').waitFor()
    await card.getByText(/^Created by you · [\d.,]+ (?:kB|MB)$/).waitFor()
    await closeToasts(page)
    await card.getByRole('button', { name: /^Restore the backup of/ }).click()
    const dialog = page.getByRole('dialog')
    const restore = dialog.getByRole('button', { name: 'Restore' })
    assert.equal(await restore.isDisabled(), true)
    await dialog.getByLabel('Type restore to confirm').fill('restore')
    assert.equal(await restore.isEnabled(), true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('exports what is stored about a viewer, and erases the viewer after typing the word', async () => {
    const { ctx, channel } = panel.app
    const { id } = await ctx.viewers.get(channel, 'kick', { username: 'trent' })
    const { page, faults } = await panel.signIn({ at: `/viewers?viewer=${id}` })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export data' }).click()
    assert.equal((await downloading).suggestedFilename(), `viewer-${id}.json`)
    await page.getByRole('button', { name: 'Erase viewer' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByRole('button', { name: 'Erase viewer' }).isDisabled(), true)
    await dialog.getByLabel('Type erase to confirm').fill('erase')
    await dialog.getByRole('button', { name: 'Erase viewer' }).click()
    await page.getByText('Viewer erased', { exact: true }).waitFor()
    assert.equal((await ctx.viewers.getKnown(ctx.db, channel.id, id)).username, `erased:${id}`)
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
