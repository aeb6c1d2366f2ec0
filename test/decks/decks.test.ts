import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deckStates } from '../../src/capabilities/decks/contract/deck-states.ts'
import { deckLimits } from '../../src/capabilities/decks/contract/decks.ts'
import { operations } from '../../src/operations.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { openSocket, type SocketMessage } from '../published-events/event-socket.ts'
import { button, createLink, getLayout, saveDeck } from './deck-client.ts'

runsOn('sqlite', 'postgres')

const say = { operation: 'send-message', input: { message: 'Hello from the deck' } }
const clear = { operation: 'clear-chat', input: { platform: 'PlatformA' } }
const isReady = ({ type }: SocketMessage) => type === 'ready'
const isClosed = ({ type }: SocketMessage) => type === 'closed'

describe('a deck', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const scopesOf = async (id: number) => (await owner.call('get-deck', { id })).body.scopes

  it('opens with the token of its link, and its buttons are calls on the socket', async () => {
    const song = { type: 'song' }
    const id = await saveDeck(owner, [
      button('Hello', { icon: 'chat', color: 'amber', cooldown_seconds: 5, action: say }),
      button('Clear', { action: clear }),
      button('Music', {
        state: song,
        action: { operation: 'start-song', input: {} },
        action_when_on: { operation: 'stop-song', input: {} },
      }),
    ])
    const { url, token } = await createLink(owner, id)
    assert.equal(url, `${app.url}/deck#${token}`)
    const { success, name, pages, event_types } = (await getLayout(app, token)).body
    assert.deepEqual([success, name, pages[0].name], [true, 'Moderators', 'Show'])
    const [hello, clearing, music] = pages[0].buttons
    assert.deepEqual(hello, {
      label: 'Hello',
      icon: 'chat',
      color: 'amber',
      cooldown_seconds: 5,
      confirm: false,
      irreversible: false,
      action: say,
    })
    assert.deepEqual([clearing.confirm, clearing.irreversible], [true, true], 'what cannot be undone asks first')
    assert.deepEqual(music.state, { ...song, read: { operation: 'list-song-requests', input: {} } })
    assert.deepEqual(await scopesOf(id), ['chat:write', 'events:read', 'moderation:write', 'music:control'])

    const socket = openSocket(app, { first: { key: token, types: event_types }, origin: app.url })
    await socket.until(isReady)
    socket.send({ id: 1, ...hello.action, idempotency_key: 'press-1' })
    assert.equal((await socket.until((message) => message.id === 1)).status, 200)
    socket.send({ id: 2, ...music.state.read })
    assert.equal((await socket.until((message) => message.id === 2)).body.playing, 0)
    socket.send({ id: 3, ...music.action })
    assert.deepEqual((await socket.until(({ type }) => type === 'music.started')).data, {}, 'it reads the state itself')
    // The scope is there, but no button: a link does what its buttons do and nothing else.
    socket.send({ id: 4, operation: 'ban', input: { username: 'alice', platform: 'PlatformA' } })
    const refused = await socket.until((message) => message.id === 4)
    assert.deepEqual([refused.status, refused.body.code], [403, 'missing_scope'])
    assert.equal(refused.body.error, 'This key is the link of a deck, and the deck has no button for ban.')
    socket.close()
    assert.equal(
      (await app.call('list-commands', {}, { key: token, status: 403 })).body.required_scope,
      'commands:read',
    )
  })

  it('gives its links the scopes of its buttons, also when it changes, and whoever is connected begins again', async () => {
    const id = await saveDeck(owner, [button('Hello', { action: say })])
    const { token } = await createLink(owner, id)
    const socket = openSocket(app, { first: { key: token, types: [] } })
    await socket.until(isReady)
    await saveDeck(owner, [button('Skip', { action: { operation: 'skip-song', input: {} } })], { id })
    assert.equal((await socket.until(isClosed)).code, 'key_changed')
    assert.deepEqual(await scopesOf(id), ['events:read', 'music:control'])
    assert.equal((await app.call('send-message', say.input, { key: token, status: 403 })).body.code, 'missing_scope')
    await app.call('start-song', {})
    await app.call('skip-song', {}, { key: token })
    assert.equal((await getLayout(app, token)).body.pages[0].buttons[0].label, 'Skip')
    const points = { type: 'points', username: 'alice', platform: 'PlatformA' }
    await saveDeck(owner, [button('Points of Alice', { state: points })], { id })
    assert.deepEqual(await scopesOf(id), ['events:read', 'points:read'])
  })

  it('lets its link follow the states of its buttons, without data, and nothing else of their scopes', async () => {
    const points = { type: 'points', username: 'alice', platform: 'PlatformA' }
    const id = await saveDeck(owner, [
      button('Points', { state: points }),
      button('Say', { action: { operation: 'run-command', input: { command: '!hello' } } }),
      button('Music', { action: { operation: 'start-song', input: {} } }),
    ])
    const { token } = await createLink(owner, id)
    const { events } = (await owner.call('list-events', {})).body
    const [oldest] = events.slice(-1)
    const before = `${app.channel.id}-${String(oldest.seq - 1).padStart(12, '0')}`
    const changed = { username: 'alice', platform: 'PlatformA', amount: 5 }
    await app.call('add-points', changed)
    await app.call('start-song', {})
    for (const first of [
      { key: token, last_event_id: before },
      { key: token, last_event_id: before, types: ['points.*'] },
    ]) {
      const socket = openSocket(app, { first })
      await socket.until(isReady)
      const later = await socket.until(({ type }) => type === 'points.changed')
      assert.deepEqual(later.data, {})
      assert.deepEqual(
        [...new Set(socket.messages.map(({ type }) => type))].sort(),
        ['points.changed', 'ready'],
        'nothing else of the last day',
      )
      await app.call('add-points', changed)
      await app.call('stop-song', {})
      await socket.until(() => socket.messages.filter(({ type }) => type === 'points.changed').length >= 2)
      for (const message of socket.messages) assert.equal(JSON.stringify(message).includes('alice'), false)
      assert.equal(
        socket.messages.some(({ type }) => String(type).startsWith('music.')),
        false,
      )
      socket.close()
    }
    const asking = openSocket(app, { first: { key: token, types: ['music.started'] } })
    assert.match((await asking.until(isClosed)).error, /music\.started/)
    const stream = await fetch(`${app.url}/v1/events?types=command.ran`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    assert.equal(stream.status, 400)
  })

  it('closes at once when its link is revoked or the deck is deleted', async () => {
    const id = await saveDeck(owner, [button('Hello', { action: say })])
    const [first, second] = [await createLink(owner, id, 'Phone'), await createLink(owner, id)]
    const open = ({ token }: { token: string }) => openSocket(app, { first: { key: token, types: [] } })
    const [phone, tablet] = [open(first), open(second)]
    for (const socket of [phone, tablet]) await socket.until(isReady)
    await owner.call('revoke-key', { key_id: first.id })
    assert.equal((await phone.until(isClosed)).code, 'revoked_key')
    assert.equal((await getLayout(app, first.token, 401)).body.code, 'revoked_key')
    assert.equal((await getLayout(app, second.token)).status, 200, 'the other link still works')
    const { links } = (await owner.call('get-deck', { id })).body
    assert.deepEqual(
      links.map(({ name }: { name: string }) => name),
      ['Tablet'],
    )
    await owner.call('delete-deck', { id })
    assert.equal((await tablet.until(isClosed)).code, 'revoked_key')
    assert.equal((await getLayout(app, second.token, 401)).body.code, 'revoked_key')
    assert.equal((await owner.call('get-deck', { id }, { status: 404 })).body.error, `There is no deck ${id}.`)
  })

  it('is refused with the reason when a button could never work', async () => {
    const refused = async (more: Readonly<Record<string, unknown>>) => {
      const pages = [{ name: 'Show', buttons: [button('Broken', more)] }]
      return (await owner.call('save-deck', { name: 'Wrong', pages }, { status: 400 })).body.error
    }
    const where = 'pages: page “Show”, button “Broken”: '
    assert.equal(
      await refused({ action: { operation: 'nothing', input: {} } }),
      `${where}There is no operation nothing.`,
    )
    assert.equal(await refused({ action: { operation: 'send-message', input: {} } }), `${where}message is required.`)
    assert.equal(
      await refused({ state: { type: 'points', platform: 'PlatformA' } }),
      `${where}the state needs username.`,
    )
    assert.match(await refused({ state: { type: 'viewers', platform: 'PlatformD' } }), /platform must be one of/)
  })

  it('is changed by owners who signed in recently only, and is nothing to other keys', async () => {
    const id = await saveDeck(owner, [button('Hello', { action: say })])
    const editor = await signInAs(app, 'editor')
    assert.ok((await editor.call('list-decks')).body.decks.some((deck: { id: number }) => deck.id === id))
    for (const [name, input] of [
      ['save-deck', { id, name: 'Mine', pages: [{ name: 'Show', buttons: [] }] }],
      ['create-deck-link', { id, name: 'Mine' }],
      ['delete-deck', { id }],
    ] as const)
      assert.equal((await editor.call(name, input, { status: 403 })).body.code, 'missing_role')
    const { body } = await getLayout(app, app.key, 404)
    assert.equal(body.error, 'This key is not the link of a deck.')
    const link = await createLink(owner, id)
    const { keys } = (await owner.call('list-keys')).body
    assert.equal(keys.find((key: { id: string }) => key.id === link.id).deck_id, id, 'the list of keys has it, too')
    const rolled = await owner.call('rotate-key', { key_id: link.id }, { status: 400 })
    assert.match(rolled.body.error, /is the link of a deck/)
    assert.equal(JSON.stringify((await owner.call('get-deck', { id })).body).includes(link.token), false)
  })

  it('has at most so many links, and a channel at most so many decks', async () => {
    const id = await saveDeck(owner, [])
    for (let made = 0; made < deckLimits.links; made++) await createLink(owner, id)
    const more = await owner.call('create-deck-link', { id, name: 'One more' }, { status: 400 })
    assert.equal(more.body.error, 'name cannot be added: a deck can have at most 20 links. Revoke one first.')
    const { decks } = (await owner.call('list-decks')).body
    for (let made = decks.length; made < deckLimits.decks; made++) await saveDeck(owner, [])
    const pages = [{ name: 'Show', buttons: [] }]
    const last = await owner.call('save-deck', { name: 'One more', pages }, { status: 400 })
    assert.equal(last.body.error, 'name cannot be added: a channel can have at most 50 decks.')
  })
})

describe('the states of decks', () => {
  it('are read by operations that exist, and follow events that exist', () => {
    const types = new Set(publishedEvents.map(({ type }) => type))
    for (const [name, state] of Object.entries(deckStates)) {
      assert.ok(
        operations.some((operation) => operation.name === state.operation),
        name,
      )
      for (const type of state.events) assert.ok(types.has(type), `${name}: ${type}`)
    }
  })

  it('say what the answer of their operation says', () => {
    const answerOf = (name: string) => operations.find((operation) => operation.name === name)?.example.output ?? {}
    const shown = Object.entries(deckStates).map(([name, state]) => [
      name,
      state.show(answerOf(state.operation), {}, 0),
    ])
    assert.deepEqual(Object.fromEntries(shown), {
      shield: { text: 'Off', isOn: false },
      song: { text: 'Walking to the Desk', isOn: true },
      cue: { text: '1 Opening', isOn: false },
      viewers: { text: '42', isOn: true },
      points: { text: (1200).toLocaleString(), isOn: null },
      value: { text: '12', isOn: null },
      scene: { text: 'Gameplay', isOn: null },
      recording: { text: 'Off', isOn: false },
      streaming: { text: 'On', isOn: true },
    })
    const clock = { type: 'clock', value: 61, running: 1, direction: 'down' }
    assert.deepEqual(deckStates.value.show(clock, { value: 'break' }, 2), { text: '00:59', isOn: true })
    assert.deepEqual(deckStates.scene.show(answerOf('obs-status'), { scene: 'Gameplay' }), {
      text: 'Gameplay',
      isOn: true,
    })
  })
})
