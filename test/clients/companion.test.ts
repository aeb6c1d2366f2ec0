import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { startHost } from './host.ts'
import { developCompanion, downloadClient } from './install-client.ts'

runsOn('sqlite', { because: 'the client sees the API alone, and other tests prove it on both engines' })

/** Modules of this version of Companion run on Node 22. */
const node22 = fileURLToPath(new URL(`./node_modules/node-linux-${process.arch}/bin/node`, import.meta.url))

const { version: ownVersion } = JSON.parse(
  readFileSync(new URL('../../clients/companion/package.json', import.meta.url), 'utf8'),
)

interface FoundModule {
  readonly folder: string
}

interface StartPlan {
  readonly entrypoint: string
  readonly apiVersion: string
  readonly nodeArguments: readonly string[]
}

interface PresetUse {
  readonly steps: readonly { readonly down: readonly { readonly actionId: string; readonly options: object }[] }[]
  readonly feedbacks: readonly { readonly feedbackId: string; readonly options: object }[]
}

describe('the module for Bitfocus Companion', () => {
  const folder = createTemporaryFolder()
  let developed: string
  let downloaded: string
  let companion: Awaited<ReturnType<typeof startHost>>
  let testApp: TestApp
  let host: Awaited<ReturnType<typeof startHost>>

  /** Imports the package into a Companion without modules. */
  async function importModule(release: string): Promise<FoundModule> {
    const modules = mkdtempSync(join(folder.path, 'modules-'))
    await companion.ask('importPackage', downloaded, modules)
    const [found, ...others] = await companion.ask<FoundModule[]>('scan', release, modules, 'imported')
    assert.ok(found !== undefined && others.length === 0)
    return found
  }

  before(async () => {
    developed = await developCompanion()
    downloaded = await downloadClient('companion')
    companion = await startHost('companion-scanner.mjs')
    testApp = await createTestApp()
    const { entrypoint, nodeArguments } = await companion.ask<StartPlan>('plan', '5.0', await importModule('5.0'))
    host = await startHost('companion-host.mjs', { node: node22, nodeArguments, args: [entrypoint] })
    await host.ask('init', testApp.url, testApp.key)
    await eventually('the connection', () => host.ask<boolean>('isOk'))
  })
  after(async () => {
    await host?.close()
    await companion?.close()
    await testApp?.close()
    folder.remove()
  })

  for (const release of ['4.3', '5.0']) {
    const shown = { id: 'showcaller', name: 'Showcaller', version: ownVersion, hasHelp: true, isBeta: false }

    it(`is imported as a package and started by Companion ${release}, with its library in it`, async () => {
      const found = await importModule(release)
      assert.deepEqual(found, { ...shown, folder: found.folder, isPacked: true })
      const { apiVersion } = await companion.ask<StartPlan>('plan', release, found)
      assert.equal(apiVersion, await companion.ask('libraryVersion'))
      await companion.ask('checkForStore', found)
    })

    it(`is found by Companion ${release} in the folder of developer modules, with its library beside it`, async () => {
      const found = await companion.ask<FoundModule[]>('scan', release, dirname(developed), 'developed')
      assert.deepEqual(found, [{ ...shown, folder: developed, isPacked: false }])
      const { apiVersion } = await companion.ask<StartPlan>('plan', release, found[0])
      assert.equal(apiVersion, await companion.ask('libraryVersion'))
    })
  }

  it('is started by Companion 5.0 from the folder of developer modules too, unpacked and without its library', async () => {
    const modules = dirname((await importModule('5.0')).folder)
    const [found] = await companion.ask<FoundModule[]>('scan', '5.0', modules, 'developed')
    const { apiVersion } = await companion.ask<StartPlan>('plan', '5.0', found)
    assert.equal(apiVersion, await companion.ask('libraryVersion'))
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
    const { structure, presets } = await host.ask<{ structure: { definitions: string[] }[]; presets: object }>(
      'presets',
    )
    const acting = operations.filter(({ effect }) => effect !== 'none').map(({ name }) => name)
    assert.deepEqual(Object.keys(presets), acting)
    assert.deepEqual(structure.flatMap(({ definitions }) => definitions).sort(), [...acting].sort())
  })

  it('defines nothing that Companion would leave out', async () => {
    const { presets } = await host.ask<{ presets: Readonly<Record<string, PresetUse>> }>('presets')
    const optionsOf = async (kind: 'actions' | 'feedbacks') => {
      const defined = await host.ask<{ id: string; options: { id: string }[] }[]>(kind)
      return new Map(defined.map(({ id, options }) => [id, options.map((option) => option.id)]))
    }
    const [actions, feedbacks] = [await optionsOf('actions'), await optionsOf('feedbacks')]
    for (const [id, options] of [...actions, ...feedbacks]) {
      assert.equal(new Set(options).size, options.length, `${id} has an option twice`)
      assert.doesNotMatch(id, /^internal:/)
    }
    for (const { steps, feedbacks: shown } of Object.values(presets)) {
      for (const { actionId, options } of steps.flatMap(({ down }) => down))
        assert.deepEqual(Object.keys(options).sort(), actions.get(actionId)?.sort())
      for (const { feedbackId, options } of shown) assert.deepEqual(Object.keys(options), feedbacks.get(feedbackId))
    }
    for (const id of await host.ask<string[]>('variables')) assert.match(id, /^[a-zA-Z0-9-_.]+$/)
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
