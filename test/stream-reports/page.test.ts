import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { Clock } from '../../src/kernel/ambient.ts'
import { checkPage, usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('the same on a phone')

const minuteMs = 60_000

describe('the report of a stream in the panel', () => {
  const startedAt = Date.now()
  /** Stands still while the stream is written. */
  let time: number | undefined = startedAt - 60 * minuteMs
  const clock: Clock = { now: () => time ?? Date.now(), steady: () => performance.now() }
  const panel = usePanel({ clock })

  before(async () => {
    const { app } = panel
    const append = (event: Parameters<typeof app.ctx.events.appendNew>[2]) =>
      app.ctx.db.write((tx) => app.ctx.events.appendNew(tx, app.cause, event))
    const data = { title: 'Friday show', category: 'Chess', started_at: null }
    await append({ kind: 'stream.online', platform: 'kick', data })
    time = startedAt - 50 * minuteMs
    for (const username of ['alice', 'bob', 'carol', 'dave']) {
      await sandboxCall(app, 'chat', { platform: 'PlatformA', username, text: 'what a play' })
    }
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'trent' })
    await app.app.bot.settled()
    time = startedAt - 20 * minuteMs
    await append({ kind: 'stream.offline', platform: 'kick', data: {} })
    time = undefined
  })

  for (const phone of isLongRun ? [false, true] : [false]) {
    it(`is opened from Activity, names its sums and best moments, and is read off with the mouse, as a table and as a file${phone ? ', on a phone' : ''}`, async () => {
      const { page, faults } = await panel.signIn({ phone })
      await page.locator('nav:visible').getByRole('link', { name: 'Activity', exact: true }).click()
      await page.getByRole('link', { name: 'Stream reports', exact: true }).click()
      await page.getByRole('heading', { name: 'Friday show' }).waitFor()
      const sum = (name: string) => page.locator('.figures > div', { hasText: name }).locator('dd').textContent()
      assert.equal(await sum('Chat messages'), '4')
      assert.equal(await sum('Follows'), '1')
      const moments = page.locator('.moments li')
      await moments.filter({ hasText: /trent/i }).waitFor()
      assert.match((await moments.first().textContent()) ?? '', /10:00/)

      const lane = page.locator('.timeline .lane.chat')
      const bar = lane.locator('rect').first()
      await bar.hover()
      await page.locator('.timeline figcaption', { hasText: 'Chat messages: 4' }).waitFor()

      await page.getByText('View as table').click()
      await page.getByRole('row', { name: /10:00/ }).waitFor()
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      const lines = readFileSync(await (await saving).path(), 'utf8')
        .trim()
        .split('\r\n')
      assert.equal(lines.length, 41, 'one line per minute, under a heading')
      assert.match(lines[0] ?? '', /^time,viewers,chat,/)
      assert.deepEqual(faults, [])
      await checkPage(panel.app, page, '/activity/streams')
      await page.context().close()
    })
  }
})
