import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contentOf } from '../../panel/src/pages/alerts/alert-content.ts'
import { draftOf as automationDraft } from '../../panel/src/pages/automations/draft.ts'
import { draftOf as commandDraft } from '../../panel/src/pages/commands/draft.ts'
import { versionOf } from '../../src/contract/version.ts'
import { panelOperations } from '../../src/panel-operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from './panel-client.ts'

runsOn('sqlite', 'postgres')

type Fields = Readonly<Record<string, unknown>>

/** What an editor of the panel was given, and the call that saves it with another value. */
interface Opened {
  readonly content: unknown
  readonly saving: (value: string) => Fields
}

describe('two people who save the same at the same moment', () => {
  let app: TestApp
  let alice: PanelClient
  let bob: PanelClient
  before(async () => {
    app = await createTestApp()
    alice = await signInAsOwner(app)
    bob = await signInAs(app, 'owner')
  })
  after(() => app?.close())

  const read = async (name: string, input: Fields = {}) => (await alice.call(name, input)).body

  /** As the page of each editor loads it, by the operation that saves it. */
  const editors: Readonly<Record<string, () => Promise<Opened>>> = {
    async 'save-command'() {
      const id = made.command ?? (await read('save-command', { command: 'together', message: 'first' })).command.id
      made.command = id
      const draft = commandDraft((await read('get-command', { id })).command)
      return { content: draft, saving: (message) => ({ ...draft, id, message }) }
    },
    async 'save-automation'() {
      const steps = [{ type: 'reply', text: 'Hello' }]
      const written = { version: 1, name: 'Together', active: 1, trigger: { type: 'manual' }, conditions: [], steps }
      made.automation ??= (await read('save-automation', written)).id
      const { automations } = await read('list-automations')
      const draft = automationDraft(automations.find(({ id }: { id: number }) => id === made.automation))
      return { content: draft, saving: (name) => ({ ...draft, version: 1, id: made.automation, name }) }
    },
    async 'save-show'() {
      made.show ??= (
        await read('save-show', { version: 1, name: 'Together', cues: [{ number: '1', name: 'Open' }] })
      ).id
      const { name: _name, cues, ...rest } = await read('get-show', { id: made.show })
      const saving = (name: string) => ({ version: 1, id: rest.id, cues, name })
      return { content: { name: _name, cues }, saving }
    },
    async 'save-deck'() {
      const action = { operation: 'clip', input: {} }
      const button = { label: 'Clip', icon: 'clip', color: 'none', confirm: false, cooldown_seconds: 5, action }
      made.deck ??= (await read('save-deck', { name: 'Together', pages: [{ name: 'Show', buttons: [button] }] })).id
      const { name, pages } = await read('get-deck', { id: made.deck })
      return { content: { name, pages }, saving: (next) => ({ id: made.deck, pages, name: next }) }
    },
    async 'edit-alert'() {
      const [alert] = (await read('list-alert-settings')).alerts
      const { id, points, active, volume, sound } = alert
      return { content: contentOf(alert), saving: (name) => ({ id, points, active, volume, sound, name }) }
    },
    async 'edit-effect'() {
      const [effect] = (await read('list-effect-settings')).effects
      const { connected: _connected, ...written } = effect
      const content = { name: effect.name, settings: effect.effect_settings }
      return { content, saving: (name) => ({ ...written, name }) }
    },
    async 'save-setting'() {
      const { settings } = await read('get-settings')
      const { value } = settings.find(({ name }: { name: string }) => name === 'commands')
      return { content: value, saving: (next) => ({ name: 'commands', value: { ...value, stop_word: next } }) }
    },
    async 'save-ai-settings'() {
      const { persona } = (await read('get-ai-bot')).settings
      return { content: { persona }, saving: (next) => ({ settings: { persona: next } }) }
    },
    async 'save-discord-settings'() {
      const { settings } = await read('get-discord')
      const saving = (text: string) => ({
        settings: { ...settings, announcement: { ...settings.announcement, message: text } },
      })
      return { content: settings, saving }
    },
    async 'save-donation-settings'() {
      const { settings } = await read('get-donation-settings')
      const saving = (text: string) => ({ settings: { ...settings, variants: [{ minimum: 0, text }] } })
      return { content: settings, saving }
    },
    async 'save-overlay-settings'() {
      const { settings } = await read('get-overlay-settings')
      return { content: settings, saving: (points_name) => ({ settings: { ...settings, points_name } }) }
    },
    async 'save-speech-settings'() {
      const { settings } = await read('get-speech-settings')
      return { content: settings, saving: (word) => ({ settings: { ...settings, hidden_words: [word] } }) }
    },
    async 'save-microphone'() {
      const { microphone } = await read('get-voice')
      return { content: microphone, saving: (input) => ({ microphone: { ...microphone, input } }) }
    },
  }
  const made: { command?: number; automation?: number; show?: number; deck?: number } = {}

  it('is what each of these editors is asked about', () => {
    const checked = panelOperations.filter(({ failures }) => failures.includes('changed_meanwhile'))
    assert.deepEqual(checked.map(({ name }) => name).sort(), Object.keys(editors).sort())
  })

  for (const [name, open] of Object.entries(editors)) {
    it(`overwrites nothing unknowingly: of two saves with ${name} one is refused, and what is stored is the other's`, async () => {
      const { content, saving } = await open()
      const version = { if_version: versionOf(content) }
      const either = { status: 'any' } as const
      const answers = await Promise.all([
        alice.call(name, { ...saving('alpha'), ...version }, either),
        bob.call(name, { ...saving('bravo'), ...version }, either),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
      const refused = answers.find(({ status }) => status === 409)
      assert.equal(refused?.body.code, 'changed_meanwhile')
      const saved = answers[0]?.status === 200 ? 'alpha' : 'bravo'
      const now = await open()
      assert.ok(JSON.stringify(now.content).includes(saved), JSON.stringify(now.content))
      // Who has seen it saves over it, and so does a call without a version.
      await bob.call(name, { ...now.saving('charlie'), if_version: versionOf(now.content) })
      await bob.call(name, { ...now.saving('delta'), ...version }, { status: 409 })
      await bob.call(name, now.saving('echo'))
    })
  }
})
