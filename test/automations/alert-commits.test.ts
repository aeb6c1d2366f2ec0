import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { runsOf, settled } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

describe('an alert for a subscription', () => {
  let app: TestApp
  let page: PageClient
  let subscribers = 0
  before(async () => {
    app = await createTestApp({ hasDefaultAlerts: true })
    page = await openPage(app, { acks: 'none' })
    // What a first event reads is read by now.
    await subscribe()
  })
  after(async () => {
    page.cut()
    await app.close()
  })

  /** Resolves when its card is on the page. */
  async function subscribe(): Promise<void> {
    const username = `subscriber${++subscribers}`
    const user = { id: `id-of-${username}`, username, displayname: username }
    const subscription = { kind: 'subscription', type: 'sub_new', tier: 1, months: 1, expiresAt: 4e12 } as const
    const cards = page.cues.length
    await app.app.bot.feed(
      { channelId: app.channel.id, platform: 'twitch' },
      { ...subscription, id: `subscription-${username}`, user },
    )
    await settled(app)
    await eventually('the card', () => page.cues.length > cards)
  }

  async function commits(): Promise<number> {
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    return Number(/^showcaller_write_batch_size_count (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN)
  }

  it('takes one commit for what happened, and one for the run with its card and its end', async () => {
    const { db, events } = app.ctx
    const seq = await events.lastSeq(db, app.channel.id)
    const before = await commits()
    await subscribe()
    assert.equal((await commits()) - before, 2)
    const written = await events.after(db, app.channel.id, seq, 100)
    assert.deepEqual(
      written.map(({ kind }) => kind),
      ['subscription', 'automation.ran', 'cue.event-alert', 'automation.finished'],
    )
    const [, ran, cue, finished] = written
    assert.ok(ran !== undefined)
    assert.match(ran.requestId, /^automation-run-/)
    assert.deepEqual([cue?.requestId, finished?.requestId], [ran.requestId, ran.requestId])
  })

  it('is recorded as any other run, each with a number of its own', async () => {
    const automation = (await app.ctx.automationParts.automations.listNames(app.channel.id)).find(
      ({ name }) => name === 'Subscription alert',
    )
    assert.ok(automation)
    const earlier = (await runsOf(app, automation.id)).length
    await Promise.all([subscribe(), subscribe(), subscribe()])
    await settled(app)
    const runs = (await runsOf(app, automation.id)).slice(earlier)
    assert.deepEqual(
      runs.map(({ status, steps }) => [status, steps.map((step) => step.status)]),
      [
        ['done', ['done']],
        ['done', ['done']],
        ['done', ['done']],
      ],
    )
    assert.equal(new Set(page.cues.map(({ id }) => id)).size, page.cues.length)
    const after = await app.ctx.automationParts.automations.get(app.ctx.db, app.channel.id, { id: automation.id })
    assert.equal(after.runCount, earlier + 3)
  })
})
