import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { providerContent } from '../../panel/src/pages/ai/ai-state.ts'
import { contentOf } from '../../panel/src/pages/alerts/alert-content.ts'
import { draftOf as automationDraft } from '../../panel/src/pages/automations/draft.ts'
import { draftOf as commandDraft } from '../../panel/src/pages/commands/draft.ts'
import { songContent } from '../../panel/src/pages/music/music-state.ts'
import { contentOf as rewardContent } from '../../panel/src/pages/rewards/reward.ts'
import { definitionIn } from '../../panel/src/pages/values/definition.ts'
import { versionOf } from '../../src/kernel/schema/version.ts'
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
    async 'save-ai-provider'() {
      const entered = { name: 'First', url: 'https://models.example/v1', model: 'small', input_price: 0.25 }
      made.provider ??= (await read('save-ai-provider', entered)).id
      const { providers } = await read('get-ai-bot')
      const content = providerContent(providers.find(({ id }: { id: number }) => id === made.provider))
      return { content, saving: (name) => ({ ...content, id: made.provider, name }) }
    },
    async 'define-value'() {
      const written = { name: 'together', type: 'text', initial: 'first' }
      if (made.value === undefined) await read('define-value', written)
      made.value ??= 1
      const { values } = await read('list-values')
      const content = definitionIn(values.find(({ name }: { name: string }) => name === 'together'))
      return { content, saving: (initial) => ({ ...content, initial }) }
    },
    async 'set-value'() {
      if (made.list === undefined) await read('set-value', { name: 'queue', value: ['first'] })
      made.list ??= 1
      const { value } = await read('get-value', { name: 'queue' })
      return { content: value, saving: (next) => ({ name: 'queue', value: ['zulu', next] }) }
    },
    async 'update-reward'() {
      made.reward ??= (await read('create-reward', { platform: 'PlatformB', title: 'Together', cost: 100 })).id
      const { rewards } = await read('list-rewards', { platform: 'PlatformB' })
      const content = rewardContent(rewards.find(({ id }: { id: unknown }) => id === made.reward))
      return { content, saving: (prompt) => ({ platform: 'PlatformB', reward_id: made.reward, prompt }) }
    },
    async 'update-webhook'() {
      made.webhook ??= (await read('create-webhook', { url: 'https://receiver.example/hook' })).id
      const { webhooks } = await read('list-webhooks')
      const { name, url, types } = webhooks.find(({ id }: { id: unknown }) => id === made.webhook)
      return { content: { name, url, types }, saving: (next) => ({ id: made.webhook, url, name: next }) }
    },
    async 'save-widget'() {
      const place = { x: 50, y: 50, width: 20, height: 10, rotation: 0, layer: 0 }
      made.widget ??= (await read('create-widget', { type: 'goal', name: 'Together', settings: {}, place })).widget.id
      const { widgets } = await read('list-widget-settings')
      const {
        name: before,
        settings,
        place: there,
        own_link,
      } = widgets.find(({ id }: { id: unknown }) => id === made.widget)
      const content = { name: before, settings, place: there, own_link }
      return { content, saving: (name) => ({ ...content, id: made.widget, name }) }
    },
    async 'save-quick-buttons'() {
      const { buttons } = await read('list-quick-actions')
      return { content: { buttons }, saving: (id) => ({ buttons: [{ kind: 'effect', id }] }) }
    },
    async 'edit-song'() {
      const [song] = (await read('get-music')).queue
      const content = songContent(song)
      return { content, saving: (title) => ({ ...content, id: song.id, title }) }
    },
  }
  const made: Record<string, number | string> = {}

  it('is what each of these editors is asked about', () => {
    const checked = panelOperations.filter(({ failures }) => failures.includes('changed_meanwhile'))
    const others = ['remove-from-value', 'set-time-zone']
    assert.deepEqual(checked.map(({ name }) => name).sort(), [...Object.keys(editors), ...others].sort())
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

  it('undoes no switch: an editor and the switch in its list each change their own part', async () => {
    const switches = {
      'edit-effect': {
        toggle: 'toggle-effect',
        find: async () => (await read('list-effect-settings')).effects[0],
        part: 'trigger_enabled',
        who: ({ overlay_id }: Fields) => ({ overlay_id }),
      },
      'save-widget': {
        toggle: 'update-widget',
        find: async () => (await read('list-widget-settings')).widgets.find(({ id }: Fields) => id === made.widget),
        part: 'enabled',
        who: ({ id }: Fields) => ({ id }),
      },
    }
    for (const [save, { toggle, find, part, who }] of Object.entries(switches)) {
      const opened = await editors[save]?.()
      assert.ok(opened)
      const { content, saving } = opened
      const before = await find()
      assert.equal(before[part], true, save)
      // As the editor sends it: without the switch.
      const { [part]: _switch, ...written } = saving('Foxtrot') as Record<string, unknown>
      await Promise.all([
        bob.call(toggle, { ...who(before), [part]: false }),
        alice.call(save, { ...written, if_version: versionOf(content) }),
      ])
      const after = await find()
      assert.deepEqual([after.name, after[part]], ['Foxtrot', false], save)
      assert.deepEqual({ ...after, name: before.name, [part]: true }, before, 'nothing else changes')
    }
  })

  it('changes no time zone unknowingly', async () => {
    const version = { if_version: versionOf({ time_zone: (await read('get-me')).channel.time_zone }) }
    const either = { status: 'any' } as const
    const answers = await Promise.all([
      alice.call('set-time-zone', { time_zone: 'Europe/Berlin', ...version }, either),
      bob.call('set-time-zone', { time_zone: 'Asia/Tokyo', ...version }, either),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const saved = answers.find(({ status }) => status === 200)
    assert.equal((await read('get-me')).channel.time_zone, saved?.body.time_zone)
  })

  it('removes the item that was chosen from a list, and no other that has moved into its place', async () => {
    await read('set-value', { name: 'line', value: ['ann', 'ben', 'cleo', 'dan'] })
    const removing = (index: number, item: string) => ({ name: 'line', index, if_version: versionOf(item) })
    await alice.call('remove-from-value', removing(0, 'ann'))
    const refused = await bob.call('remove-from-value', removing(1, 'ben'), { status: 409 })
    assert.equal(refused.body.code, 'changed_meanwhile')
    // What comes and goes behind an item does not matter.
    await alice.call('add-to-value', { name: 'line', item: 'eve' })
    await bob.call('remove-from-value', removing(1, 'cleo'))
    await bob.call('remove-from-value', removing(9, 'eve'), { status: 409 })
    assert.deepEqual((await read('get-value', { name: 'line' })).value, ['ben', 'dan', 'eve'])
  })

  it('does the same for a list that each viewer has', async () => {
    const who = { username: 'viewer7', platform: 'PlatformA' }
    await read('set-value', { name: 'wishes', value: ['one', 'two'], ...who })
    const version = { if_version: versionOf(['one', 'two']) }
    await alice.call('set-value', { name: 'wishes', value: ['one', 'two', 'three'], ...who, ...version })
    await bob.call('set-value', { name: 'wishes', value: ['two'], ...who, ...version }, { status: 409 })
    assert.deepEqual((await read('get-value', { name: 'wishes', ...who })).value, ['one', 'two', 'three'])
  })
})
