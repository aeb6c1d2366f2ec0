import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { panelOperations } from '../../src/panel-operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

/** What an answer must not contain unless the sign-in is recent: each opens something for whoever reads it. */
const secretFields = ['link', 'key', 'code', 'secret', 'token', 'address', 'webhook_url']

/** These show again what the channel has, to those who may change it, and open nothing that could be changed. */
const shownAgain = new Set(['get-overlay-link', 'reset-overlay-link'])

describe('what grants access, adds a sign-in or connects an account', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
    clock.advance(61 * minuteMs)
  })
  after(() => app.close())

  const granting = panelOperations.filter(({ grants }) => grants !== 'nothing')

  it('includes every operation whose answer is a new secret', () => {
    const revealing = panelOperations.filter(
      ({ output, effect }) =>
        effect !== 'none' && Object.keys(output.properties).some((name) => secretFields.includes(name)),
    )
    assert.ok(revealing.length >= 6)
    for (const { name, grants } of revealing) {
      if (!shownAgain.has(name)) assert.notEqual(grants, 'nothing', name)
    }
  })

  it('asks for a sign-in within the last hour, and leaves nothing behind without one', async () => {
    const before = await app.ctx.overlays.lastSeq(app.channel.id)
    for (const { name, example } of granting) {
      const { body } = await owner.call(name, example.input, { status: 401 })
      assert.deepEqual([body.code, body.sign_in_again], ['sign_in_required', true], name)
    }
    assert.equal(await app.ctx.overlays.lastSeq(app.channel.id), before)
  })

  it('asks for it too when a person runs the operation as a key, which itself has no sign-in', async () => {
    const { id: key_id, key } = await app.makeKey()
    const forKeys = operations.filter(({ panel }) => panel !== undefined && panel.grants !== 'nothing')
    assert.ok(forKeys.length > 0)
    const before = await app.ctx.webhooks.list(app.ctx.db, app.cause)
    for (const { name: operation, example } of forKeys) {
      const { body } = await owner.call('run-as-key', { key_id, operation, body: example.input }, { status: 401 })
      assert.deepEqual([body.code, body.sign_in_again], ['sign_in_required', true], operation)
    }
    assert.deepEqual(await app.ctx.webhooks.list(app.ctx.db, app.cause), before)
    const ordinary = { key_id, operation: 'list-webhooks', body: {} }
    assert.equal((await owner.call('run-as-key', ordinary)).body.status, 200, 'a call that grants nothing')
    const { example } = forKeys.find(({ name }) => name === 'create-webhook') ?? assert.fail()
    await app.call('create-webhook', example.input, { key })
    const recent = await signInAsOwner(app)
    const create = { key_id, operation: 'create-webhook', body: example.input }
    assert.equal((await recent.call('run-as-key', create)).body.status, 200, 'a recent sign-in')
  })

  it('is found out after the role: who may not do it is not asked to sign in for it', async () => {
    const { name, example } = granting.find((one) => one.name === 'create-key') ?? assert.fail()
    const moderator = await signInAs(app, 'moderator')
    clock.advance(61 * minuteMs)
    assert.equal((await moderator.call(name, example.input, { status: 403 })).body.code, 'missing_role')
  })
})
