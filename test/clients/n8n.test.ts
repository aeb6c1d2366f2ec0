import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startHost } from './host.ts'
import { installPackage } from './install-client.ts'

runsOn('sqlite', { because: 'the client sees the API alone, and other tests prove it on both engines' })

const given = (operation: string, value: object) => ({
  operation,
  parameters: { mappingMode: 'defineBelow', value, schema: [] },
})

describe('the nodes for n8n', () => {
  let testApp: TestApp
  let host: Awaited<ReturnType<typeof startHost>>

  before(async () => {
    const clientFolder = await installPackage('n8n')
    testApp = await createTestApp()
    host = await startHost('n8n-host.mjs', { args: [clientFolder, testApp.url, testApp.key] })
  })
  after(async () => {
    await host?.close()
    await testApp?.close()
  })

  it('are found by the loader', async () => {
    assert.deepEqual(await host.ask('known'), {
      nodes: ['showcaller', 'showcallerTrigger'],
      credentials: ['showcallerApi'],
    })
  })

  it('offer every operation, with its parameters', async () => {
    const options = await host.ask<{ value: string }[]>('load', 'showcaller', 'loadOptions', 'getOperations', {})
    assert.deepEqual(
      options.map(({ value }) => value),
      operations.map(({ name }) => name),
    )
    const { fields } = await host.ask<{ fields: { id: string; required: boolean }[] }>(
      'load',
      'showcaller',
      'resourceMapping',
      'getParameters',
      { operation: 'add-points' },
    )
    assert.deepEqual(fields.map(({ id, required }) => [id, required]).sort(), [
      ['amount', true],
      ['platform', true],
      ['userid', false],
      ['username', false],
    ])
  })

  it('call the server once an item, and say why it refused', async () => {
    const answer = await host.ask(
      'run',
      given('add-points', { username: 'viewer1', amount: 6, platform: 'PlatformA' }),
      {},
    )
    assert.deepEqual(answer, [{}])
    assert.deepEqual(
      await host.ask('run', given('get-points', { username: 'viewer1', platform: 'PlatformA' }), {}),
      [(await testApp.call('get-points', { username: 'viewer1', platform: 'PlatformA' })).body].map(
        ({ success: _, ...rest }) => rest,
      ),
    )
    await assert.rejects(
      host.ask('run', given('add-points', { amount: 6, platform: 'PlatformA' }), {}),
      /userid|username/,
    )
  })

  it('start a workflow for each event of the chosen types', async () => {
    await host.ask('listen', ['points.changed'])
    await eventually('the event', async () => {
      await testApp.call('add-points', { username: 'viewer2', amount: 1, platform: 'PlatformA' })
      return (await host.ask<{ type: string }[]>('emitted')).length > 0
    })
    const [first] = await host.ask<{ type: string; is_test: boolean }[]>('emitted')
    assert.equal(first?.type, 'points.changed')
    await host.ask('stop')
  })
})
