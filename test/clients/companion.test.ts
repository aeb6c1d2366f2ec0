import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startHost } from './host.ts'
import { installClient } from './install-client.ts'

runsOn('sqlite', { because: 'the client sees the API alone, and other tests prove it on both engines' })

/** Modules of this version of Companion run on Node 22. */
const node22 = fileURLToPath(new URL(`./node_modules/node-linux-${process.arch}/bin/node`, import.meta.url))

describe('the module for Bitfocus Companion', () => {
  let testApp: TestApp
  let host: Awaited<ReturnType<typeof startHost>>

  before(async () => {
    await installClient('companion', ['package.json', 'companion'])
    testApp = await createTestApp()
    host = await startHost('companion-host.mjs', { node: node22 })
    await host.ask('init', testApp.url, testApp.key)
    await eventually('the connection', () => host.ask<boolean>('isOk'))
  })
  after(async () => {
    await host?.close()
    await testApp?.close()
  })

  it('has an action for every operation, with an option for every parameter', async () => {
    const actions = await host.ask<{ id: string; options: { id: string }[] }[]>('actions')
    assert.deepEqual(
      actions.map(({ id }) => id),
      operations.map(({ name }) => name),
    )
    for (const { name, input } of operations) {
      const action = actions.find(({ id }) => id === name)
      assert.deepEqual(action?.options.map(({ id }) => id).sort(), Object.keys(input.properties).sort())
    }
  })

  it('has a button ready for every operation that changes something', async () => {
    const { structure, ids } = await host.ask<{ structure: { definitions: string[] }[]; ids: string[] }>('presets')
    const acting = operations.filter(({ effect }) => effect !== 'none').map(({ name }) => name)
    assert.deepEqual(ids, acting)
    assert.deepEqual(structure.flatMap(({ definitions }) => definitions).sort(), [...acting].sort())
  })

  it('calls the server with what a person typed, and shows a refusal on the button', async () => {
    await host.ask('run', 'add-points', { username: 'viewer1', amount: '7', platform: 'PlatformA' })
    const { body } = await testApp.call('get-points', { username: 'viewer1', platform: 'PlatformA' })
    assert.equal(body.points, 7)
    await assert.rejects(
      host.ask('run', 'add-points', { username: 'viewer1', amount: 'many', platform: 'PlatformA' }),
      /Amount must be a number/,
    )
    assert.equal(await host.ask('feedback', 'call-failed', { operation: 'add-points' }), true)
    assert.match((await host.ask<Record<string, string>>('values')).last_error ?? '', /Amount must be a number/)
    await host.ask('run', 'add-points', { username: 'viewer1', amount: '1', platform: 'PlatformA' })
    assert.equal(await host.ask('feedback', 'call-failed', { operation: 'add-points' }), false)
  })

  it('shows events as variables and on buttons', async () => {
    await host.ask('run', 'add-points', { username: 'viewer2', amount: '3', platform: 'PlatformA' })
    await eventually('the event', async () => {
      const { last_event } = await host.ask<Record<string, unknown>>('values')
      return last_event === 'points.changed'
    })
    assert.equal(await host.ask('feedback', 'happened', { type: 'points.changed', seconds: 60 }), true)
    assert.equal(await host.ask('feedback', 'happened', { type: 'stream.online', seconds: 60 }), false)
  })

  it('says what is wrong with a key, and works again with the right one', async () => {
    await host.ask('update', testApp.url, 'sc_live_wrong')
    await eventually('the refusal', async () => {
      const { status, message } = await host.ask<{ status: string; message: string }>('status')
      return status === 'authentication_failure' && /key/i.test(message)
    })
    await host.ask('update', testApp.url, testApp.key)
    await eventually('the connection', () => host.ask<boolean>('isOk'))
  })
})
