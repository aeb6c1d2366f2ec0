import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { maxDefinitionBytes } from '../../src/capabilities/channels/definition-room.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { makeAutomation } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

const readDefinition = sql<{ channel: number; id: number }, { definition: string }>(
  'SELECT definition FROM automations WHERE channel_id = :channel AND id = :id',
)
const setDefinition = sql<{ channel: number; id: number; definition: string }>(
  'UPDATE automations SET definition = :definition WHERE channel_id = :channel AND id = :id',
)

const trigger = { type: 'event', event: 'follow' }
const steps = [{ type: 'wait', seconds: 1 }]

describe('the automations that a channel stores', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const store = (id: number, definition: string) =>
    app.ctx.db.write((tx) => tx.run(setDefinition, { channel: app.channel.id, id, definition }))
  const definitionOf = async (id: number) =>
    (await app.ctx.db.get(readDefinition, { channel: app.channel.id, id }))?.definition ?? assert.fail()

  it('are listed page by page, and only those of the page are read', async () => {
    const ids: number[] = []
    for (let n = 0; n < 4; n++) ids.push(await makeAutomation(app, trigger, steps))
    const { id: command } = await makeCommand(app, { message: 'last' })
    const total = (await app.call('list-automations')).body.total as number
    const listed = async (limit: number, offset: number) => {
      const { body } = await app.call('list-automations', { limit, offset })
      assert.equal(body.total, total)
      return body.automations.map(({ source }: { source: string }) => source)
    }
    const all = await listed(1_000, 0)
    assert.equal(all.length, total)
    const before = await definitionOf(ids[1] ?? 0)
    await store(ids[1] ?? 0, 'this is not JSON')
    assert.deepEqual(await listed(1, 0), all.slice(0, 1))
    assert.deepEqual(await listed(3, 2), all.slice(2, 5), 'the last automations and the first command')
    assert.deepEqual(await listed(5, total - 1), [`command:${command}`])
    assert.deepEqual(await listed(5, total), [])
    await store(ids[1] ?? 0, before)
    for (const id of ids) await app.call('delete-automation', { id })
  })

  it('may be so large in all, with commands, shows and widgets; what is stored already stays and can be made smaller', async () => {
    const id = await makeAutomation(app, trigger, steps)
    const definition = await definitionOf(id)
    // Spaces at the end change nothing of what it means.
    await store(id, definition.padEnd(maxDefinitionBytes + 1_000))
    const refusal = /A channel can store 16 MiB of automations, commands, shows and widgets\./
    const refused = async (operation: string, input: object) => {
      const { body } = await app.call(operation, input, { status: 400 })
      assert.equal(body.code, 'invalid_parameter')
      assert.match(body.error, refusal)
    }
    await refused('save-automation', { name: 'One more', trigger, steps })
    await refused('save-show', { name: 'A show', cues: [{ number: '1', name: 'Start', steps }] })
    await assert.rejects(makeCommand(app, withSteps(...steps)), refusal)

    assert.equal((await app.call('toggle-automation', { id, active: 0 })).body.success, true)
    const { name } = (await app.call('list-automations', { limit: 1 })).body.automations[0]
    await app.call('save-automation', { id, name, trigger, steps })
    await app.call('save-automation', { name: 'One more', trigger, steps })
  })
})
