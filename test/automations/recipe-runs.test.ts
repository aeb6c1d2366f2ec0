import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WrittenStep } from '../../src/definitions/define-step.ts'
import { recipes } from '../../src/registry/recipes.ts'
import { type } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { connectFakeDiscord } from '../discord/connect-fake-discord.ts'
import { connectFakeObs } from '../obs/connect-fake-obs.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { finishedRun } from './automation-maker.ts'

runsOn('sqlite', 'postgres')
isSlow('every recipe runs')

/** What events of every kind that a recipe waits for hold. */
const data = {
  user_id: '20001',
  username: 'alice',
  displayname: 'Alice',
  amount: 600,
  count: 5,
  currency: 'EUR',
  level: 2,
  message: 'Well played',
  months: 14,
  seconds: 60,
  streams: 6,
  title: 'A keyboard',
  viewers: 42,
}

describe('a recipe of an automation', () => {
  let app: TestApp
  let page: PageClient
  let key = ''
  before(async () => {
    app = await createTestApp({ config: { outgoingAllow: ['127.0.0.1'] } })
    page = await openPage(app)
    key = (await app.makeKey(['automations:write'])).key
    await connectFakeObs(app)
    await connectFakeDiscord(app)
    await app.call('save-show', { name: 'Friday show', cues: [{ number: '1', name: 'Opening', steps: [] }] })
    await app.call('obs-output', { output: 'replay_buffer', action: 'start' })
    await app.call('add-points', { username: 'alice', amount: 5000, platform: 'PlatformB' })
    const { db, settings } = app.ctx
    await db.write((tx) => settings.set(tx, app.cause, 'outgoing', { hosts: ['127.0.0.1'] }))
  })
  after(async () => {
    page.cut()
    await app.close()
  })

  /** A delay would only make the test wait; the web service of a recipe is another address of this machine. */
  function runnable({ delay: _delay, ...step }: WrittenStep): WrittenStep {
    return step.type === 'http_request' ? { ...step, url: `${app.url}/healthz` } : step
  }

  for (const [index, { name, automation }] of recipes.entries()) {
    it(`${name} can be saved as it is, and does what it says when alice sets it off`, async () => {
      // A key saves 30 a minute.
      if (index % 12 === 0) key = (await app.makeKey(['automations:write'])).key
      const { body: saved } = await app.call('save-automation', automation, { key })
      const { automations, engine } = app.ctx.automationParts
      const steps = automation.steps.map(runnable)
      await app.call('save-automation', { ...automation, id: saved.id, steps }, { key })
      if (name === 'vote-skip') await app.call('start-song')
      if (name === 'draw-giveaway') await type(app, 'bob', '!enter', { platform: 'PlatformB' })
      const { type: trigger } = automation.trigger
      const occurrence = {
        trigger,
        platform: 'twitch',
        by: { username: 'alice' },
        args: name === 'song-request' ? 'intermission' : 'bob',
        data,
        depth: 1,
      } as const
      await app.ctx.db.write(async (tx) => {
        const stored = await automations.get(tx, app.channel.id, { id: saved.id })
        await engine.startNow(tx, app.channel, stored, occurrence)
      })
      const run = await finishedRun(app, saved.id)
      const wrong = run.steps.filter(({ status }) => status !== 'done' && status !== 'not_met')
      assert.deepEqual([run.status, wrong], ['done', []])
      assert.ok(run.steps.some(({ status }) => status === 'done'))
    })
  }
})
