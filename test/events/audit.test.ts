import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createRanking } from '../../src/capabilities/viewers/ranking.ts'
import { createSandboxViewerRetirement } from '../../src/capabilities/viewers/retire-sandbox-viewers.ts'
import type { PanelCaller } from '../../src/kernel/operation/caller.ts'
import { definePanelOperation } from '../../src/kernel/operation/operation.ts'
import { prepareOperation, runOperation } from '../../src/kernel/operation/run-operation.ts'
import { object } from '../../src/kernel/schema/schema.ts'
import type { Writer } from '../../src/kernel/storage/database.ts'
import { createNames } from '../../src/registry/names.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

interface Entry {
  readonly seq: number
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

describe('an audit entry', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  async function entries(): Promise<Entry[]> {
    return (await owner.call('list-audit', { limit: 200 })).body.entries
  }

  async function since(work: () => Promise<unknown>): Promise<Entry[]> {
    const last = (await entries())[0]?.seq ?? 0
    await work()
    return (await entries()).filter(({ seq }) => seq > last)
  }

  /** A panel operation of the test, run as the route runs one. */
  async function run(work: (tx: Writer, caller: PanelCaller) => Promise<void>, audit?: () => Promise<void>) {
    const operation = definePanelOperation({
      name: 'made-up-action',
      summary: '',
      role: 'owner',
      grants: 'nothing',
      effect: 'rows',
      input: object({}),
      output: object({}),
      failures: [],
      example: { input: {}, output: {} },
      async handle({ caller, commit }) {
        return commit(async (tx) => {
          await work(tx, caller)
          return {}
        })
      },
    })
    const person = { id: 'person_1', name: 'tester' }
    const base = { channel: app.channel, actor: 'person:person_1', requestId: `req_${Math.random()}` }
    const caller: PanelCaller = {
      ...base,
      person,
      role: 'owner',
      language: null,
      catalogue: { locale: 'en', texts: {} },
      sessionId: 'session_1',
      address: '',
      signedInAt: 0,
      isOnServer: true,
      host: 'localhost',
    }
    const prepared = prepareOperation(operation, createNames('spec'))
    const ensure = (tx: Writer) => app.ctx.events.ensureAudited(tx, caller, operation.name)
    return runOperation(app.ctx, prepared, caller, {}, undefined, audit ?? ensure)
  }

  it('is there once its change is committed', async () => {
    const found = await since(() => owner.call('save-setting', { name: 'commands', value: { prefix: '?' } }))
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['setting.changed'],
    )
  })

  it('is not there when its transaction fails, and neither is the change', async () => {
    const found = await since(() =>
      assert.rejects(
        run(async (tx, caller) => {
          await app.ctx.settings.set(tx, caller, 'commands', { prefix: '~' })
          throw new Error('after the change')
        }),
      ),
    )
    assert.deepEqual(found, [])
    assert.notEqual((await app.ctx.settings.of(app.channel.id)).commands.prefix, '~')
  })

  it('takes its change along when it cannot be written', async () => {
    const audit = async () => {
      throw new Error('no room for the entry')
    }
    await assert.rejects(
      run(async (tx, caller) => void (await app.ctx.people.invite(tx, caller, 'Nobody', 'viewer')), audit),
    )
    const { people } = (await owner.call('list-people')).body
    assert.equal(JSON.stringify(people).includes('Nobody'), false)
  })

  it('is there, once, also for a call that had nothing to change', async () => {
    const first = await since(() => owner.call('pause-overlay'))
    const second = await since(() => owner.call('pause-overlay'))
    assert.deepEqual(
      first.map(({ kind }) => kind),
      ['overlay.paused'],
    )
    assert.deepEqual(
      second.map(({ kind, data }) => [kind, data]),
      [['panel.called', { operation: 'pause-overlay' }]],
    )
    await owner.call('resume-overlay')
  })

  it('is there for links, codes and checks, which are no events of the channel otherwise', async () => {
    const { personId } = await signInAs(app, 'viewer')
    const found = await since(async () => {
      for (const [name, input] of [
        ['create-sign-in-link', { person_id: personId }],
        ['create-extension-code', {}],
        ['prepare-donation-source', { provider: 'kofi' }],
        ['check-platform', { service: 'kick' }],
      ] as const) {
        assert.equal((await owner.call(name, input)).status, 200, name)
      }
    })
    assert.deepEqual(found.map(({ kind }) => kind).toSorted(), [
      'panel.check-platform',
      'panel.make-extension-code',
      'panel.make-sign-in-link',
      'panel.prepare-donation-source',
    ])
    assert.equal(JSON.stringify(found).includes('link_'), false, 'without the secret itself')
  })

  it('of a console call is written before the call, and not for an operation that does not exist', async () => {
    const { id: key_id } = await app.makeKey(['points:read'])
    const found = await since(async () => {
      await owner.call('run-as-key', { key_id, operation: 'add-points', body: {} })
      const refused = await owner.call('run-as-key', { key_id, operation: 'made-up' }, { status: 404 })
      assert.equal(refused.body.code, 'unknown_operation')
    })
    assert.deepEqual(
      found.map(({ data }) => data),
      [{ key_id, operation: 'add-points' }],
    )
  })

  it('stays when a real account takes the place of the sandbox', async () => {
    await owner.call('set-stream-meta', { title: 'Audited title' })
    const titles = async () => (await entries()).filter(({ kind }) => kind === 'stream.title-changed').length
    const before = await titles()
    const rankings = { points: createRanking('points'), watch: createRanking('watch') }
    await app.ctx.db.write((tx) => createSandboxViewerRetirement({ rankings })(tx, app.channel.id, 'kick'))
    assert.equal(await titles(), before)
  })
})
