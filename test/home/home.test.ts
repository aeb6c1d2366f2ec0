import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('what Home does', () => {
  let app: TestApp
  let owner: PanelClient
  let moderator: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    moderator = await signInAs(app, 'moderator')
  })
  after(() => app.close())

  it('sends to every connected chat, and says which platform refused and why', async () => {
    app.app.sandbox.failNext('twitch', 'refuse', 'sendChat')
    const { results } = (await owner.call('send-chat', { message: 'Good evening', as: 'broadcaster' })).body
    const byPlatform = new Map(results.map((one: { platform: string }) => [one.platform, one]))
    assert.equal(typeof (byPlatform.get('kick') as { message_id: unknown }).message_id, 'string')
    assert.equal((byPlatform.get('twitch') as { message_id: unknown }).message_id, null)
    assert.equal(typeof (byPlatform.get('twitch') as { error: unknown }).error, 'string')
    const { events } = (await owner.call('list-events', { search: 'Good evening' })).body
    assert.deepEqual(
      events.map(({ platform }: { platform: string }) => platform).includes('twitch'),
      false,
      'what was refused is not in the log',
    )
  })

  it('lets moderators write as the bot only, and viewers not at all', async () => {
    await moderator.call('send-chat', { message: 'Hello', platforms: ['kick'] })
    const refused = await moderator.call(
      'send-chat',
      { message: 'Hello', as: 'broadcaster', platforms: ['kick'] },
      { status: 403 },
    )
    assert.equal(refused.body.code, 'missing_role')
    const viewer = await signInAs(app, 'viewer')
    await viewer.call('send-chat', { message: 'Hello' }, { status: 403 })
    await viewer.call('ban', { username: 'alice' }, { status: 403 })
  })

  it('replies on one platform, with the name before the text where the platform has no replies', async () => {
    const said = (await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: 'hi there' })).body
    await app.app.bot.settled()
    await owner.call(
      'send-chat',
      { message: 'Welcome', platforms: ['kick', 'twitch'], reply_to: 'm1' },
      { status: 400 },
    )
    const answer = await owner.call('send-chat', { message: 'Welcome', platforms: ['kick'], reply_to: said.message_id })
    assert.equal(answer.body.results[0].error, null)
  })

  it('shows who wrote a message, and what happened about them', async () => {
    const { viewers } = (await owner.call('list-viewers', { platform: 'kick', search: 'alice' })).body
    const viewer = await app.ctx.viewers.getKnown(app.ctx.db, app.channel.id, viewers[0].id)
    const card = (await owner.call('get-viewer-card', { platform: 'kick', user_id: viewer.userId })).body
    assert.equal(card.viewer.username, 'alice')
    assert.ok(card.events.length > 0)
    assert.ok(card.events.every(({ viewerId }: { viewerId: number }) => viewerId === viewer.id))
    await owner.call('get-viewer-card', { platform: 'kick', user_id: 'nobody' }, { status: 404 })
  })

  it('offers what works now, and keeps the chosen buttons in their order', async () => {
    const { actions, buttons } = (await owner.call('list-quick-actions')).body
    assert.deepEqual(buttons, [])
    const kinds = new Set(actions.map(({ kind }: { kind: string }) => kind))
    for (const kind of ['alert', 'effect', 'command', 'clip']) assert.ok(kinds.has(kind), kind)
    assert.equal(kinds.has('scene'), false, 'no OBS is connected')
    const chosen = [
      { kind: 'clip', id: '' },
      { kind: 'effect', id: 'confetti' },
    ]
    await moderator.call('save-quick-buttons', { buttons: chosen }, { status: 403 })
    await owner.call('save-quick-buttons', { buttons: chosen })
    assert.deepEqual((await moderator.call('list-quick-actions')).body.buttons, chosen)
    const many = Array.from({ length: 25 }, () => ({ kind: 'clip', id: '' }))
    await owner.call('save-quick-buttons', { buttons: many }, { status: 400 })
  })

  it('ticks a step of the checklist when it is done, once for all nodes, and hides the list on request', async () => {
    const steps = async () => (await owner.call('get-dashboard')).body.first_steps
    assert.equal((await steps()).done.includes('command'), false)
    await owner.call('finish-first-step', { step: 'try' })
    await owner.call('create-key', { name: 'Deck', scopes: ['chat:write'] })
    await eventually('the key to be ticked', async () => (await steps()).done.includes('key'))
    assert.deepEqual((await steps()).done, ['try', 'key'])
    assert.equal((await steps()).hidden, false)
    await owner.call('finish-first-step', { step: 'hidden' })
    assert.equal((await steps()).hidden, true)
  })
})
