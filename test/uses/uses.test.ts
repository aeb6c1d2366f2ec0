import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { button, saveDeck } from '../decks/deck-client.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

describe('what uses something', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const uses = async (kind: string, thing: string | number) => {
    const { body } = await owner.call('list-uses', { kind, thing: String(thing) })
    return (body.uses as { kind: string; name: string }[])
      .map(({ kind: user, name }) => `${user} ${name}`.trim())
      .sort()
  }
  const automate = async (
    name: string,
    steps: readonly Record<string, unknown>[],
    trigger: object = { type: 'manual' },
  ) => (await app.call('save-automation', { version: 1, name, trigger, steps })).body.id as number
  const command = async (name: string, steps: readonly Record<string, unknown>[] = [], message = '') =>
    (await owner.call('save-command', { command: name, message, actions: { version: 1, steps } })).body.command
      .id as number

  it('is found in the steps of commands, automations and cues, also inside other steps, and in buttons of decks', async () => {
    await automate('Party', [{ type: 'repeat', times: 2, steps: [{ type: 'effect', overlay_id: 'confetti' }] }])
    await automate('Both', [{ type: 'effect', overlay_ids: ['hearts', 'confetti'] }])
    await automate('Other', [{ type: 'effect', overlay_id: 'hearts' }])
    await command('celebrate', [{ type: 'effect', overlay_id: 'confetti' }])
    const cue = { number: '1', name: 'Opening', steps: [{ type: 'effect', overlay_id: 'confetti' }] }
    await app.call('save-show', { name: 'Friday', cues: [cue] })
    await saveDeck(owner, [
      button('Party', { action: { operation: 'effect-trigger', input: { overlay_id: 'confetti' } } }),
    ])
    assert.deepEqual(await uses('effect', 'confetti'), [
      'automation Both',
      'automation Party',
      'command celebrate',
      'command party',
      'deck Moderators',
      'show Friday',
    ])
  })

  it('is found by name in any case and by id, and a thing does not use itself', async () => {
    const id = await command('greetall')
    await automate('By name', [{ type: 'run_command', command: '!GREETALL' }])
    await automate('By id', [{ type: 'run_command', id }])
    assert.deepEqual(await uses('command', id), ['automation By id', 'automation By name'])
    const chain = await automate('Chain', [{ type: 'run_automation', name: 'By id' }])
    await automate('After', [{ type: 'stop' }], { type: 'automation', automation: 'chain' })
    assert.deepEqual(await uses('automation', chain), ['automation After'])
  })

  it('is found for a value in steps, texts, triggers, widgets and states of buttons', async () => {
    await app.call('define-value', { name: 'deaths', type: 'number' })
    await automate('Count', [{ type: 'value', name: 'Deaths', add: 1 }])
    await automate('Say', [{ type: 'say', text: 'So far $(value deaths)' }])
    await automate('Reached', [{ type: 'stop' }], { type: 'value', name: 'deaths', reaches: 10 })
    await automate('Not this', [{ type: 'say', text: '$(value deathsofothers)' }])
    await command('deaths', [], '$(value deaths) times')
    await saveDeck(owner, [button('Deaths', { state: { type: 'value', value: 'deaths' } })], { name: 'Counting' })
    assert.deepEqual(await uses('value', 'deaths'), [
      'automation Count',
      'automation Reached',
      'automation Say',
      'command deaths',
      'deck Counting',
    ])
  })

  it('is nothing for what nobody names', async () => {
    assert.deepEqual(await uses('show', 77), [])
    assert.deepEqual(await uses('value', 'nothing'), [])
  })
})
