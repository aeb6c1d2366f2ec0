import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeAutomation, runsOf, settled } from '../automations/automation-maker.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/youtube-events.ts'
import { loose } from '../loose-events.ts'
import { openTab } from '../panel/event-tab.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { openYouTubeStage, type YouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('Super Chats that nobody read', () => {
  let stage: YouTubeStage
  before(async () => {
    stage = await openYouTubeStage()
  })
  after(() => stage.close())

  const world = () => stage.fake.world
  const lists = () => stage.fake.server.count(/GET .*superChatEvents/)
  const paid = async () => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kind === 'bits' && actor === 'platform:youtube').map(({ data }) => data)
  }
  const messages = async (username: string) => {
    const found = await stage.app.ctx.viewers.findKnown(stage.app.channel, 'youtube', { username })
    return found !== undefined && 'known' in found ? found.known.messageCount : 0
  }
  async function settle(): Promise<void> {
    const count = await messages('ivy')
    world().post(events.textItem(world(), world().get('ivy'), 'ping'))
    await eventually('the last line is heard', async () => (await messages('ivy')) === count + 1)
  }
  /** In the list of YouTube, with another id than in the chat. */
  function list(by: string, micros: string, comment: string, at: Date): void {
    world().superChats.push({ id: world().newId('sc'), by, micros, comment, at })
  }
  /** In the list and in the chat. */
  function send(by: string, micros: string, comment: string, { at = new Date(), isHeard = true } = {}): void {
    list(by, micros, comment, at)
    const item = events.superChatItem(world(), world().get(by), micros, comment, { at })
    if (isHeard) world().post(item)
    else world().chat.push(item)
  }
  /** What the list or the chat holds without having been sent to anybody, and a listener that begins anew. */
  async function restart(whileAway: () => void): Promise<void> {
    whileAway()
    const { stream } = stage.fake
    const asked = stream.asked.length
    await stage.wire.connect()
    await eventually('it is listened to anew', () => stream.asked.length > asked && stream.connections === 1)
  }

  it('are not looked for when the account is new: what was before is not ours', async () => {
    list('alice', '1000000', 'last week', new Date(Date.now() - 7 * 86_400_000))
    await settle()
    assert.deepEqual([lists(), await paid()], [0, []])
  })

  it('are counted once after a restart, and those that were read are not counted again', async () => {
    send('alice', '5000000', 'heard')
    await settle()
    await restart(() => {
      for (const [index, by] of ['bob', 'carol', 'alice'].entries()) {
        list(by, '2000000', `missed ${index}`, new Date(Date.now() + index))
      }
    })
    await eventually('the missed ones', async () => (await paid()).length === 4)
    await settle()
    assert.ok(lists() >= 2, 'several pages were read')
    const all = (await paid()).map(({ username, amount, message, sent_at }) => [username, amount, message, sent_at > 0])
    assert.deepEqual(all, [
      ['alice', 500, '$5.00 heard', false],
      ['bob', 200, '$2.00 missed 0', true],
      ['carol', 200, '$2.00 missed 1', true],
      ['alice', 200, '$2.00 missed 2', true],
    ])
    await restart(() => {})
    await settle()
    assert.equal((await paid()).length, 4)
  })

  it('that the chat still shows are counted once', async () => {
    const before = (await paid()).length
    await settle()
    await restart(() => {
      send('bob', '7000000', 'in both', { at: new Date(Date.now() + 5), isHeard: false })
    })
    await settle()
    await eventually('it is counted', async () => (await paid()).length > before)
    await settle()
    assert.equal((await paid()).length, before + 1)
    await restart(() => {})
    await settle()
    assert.equal((await paid()).length, before + 1)
  })

  it('start no alert, because they are old', async () => {
    const where = { is_late: 0 }
    const id = await makeAutomation(stage.app, { type: 'event', event: 'bits', where }, [{ type: 'wait', seconds: 0 }])
    const before = (await paid()).length
    await restart(() => list('carol', '3000000', 'late', new Date(Date.now() + 5)))
    await eventually('it is counted', async () => (await paid()).length === before + 1)
    await settled(stage.app)
    assert.deepEqual(await runsOf(stage.app, id), [])
  })

  it('do not stop the chat when the list cannot be read', async () => {
    await restart(() => stage.fake.server.plan('500', { on: /superChatEvents/, times: 5 }))
    await settle()
    assert.ok(stage.app.logLines.some((line) => line.includes('could not read the missed Super Chats')))
  })
})

describe('what YouTube reports beside chat and Super Chats', () => {
  let stage: YouTubeStage
  let tab: Awaited<ReturnType<typeof openTab>>
  before(async () => {
    stage = await openYouTubeStage()
    const owner = await signInAsOwner(stage.app)
    tab = await openTab(stage.app, owner.cookie, { query: '?live=1' })
    await tab.until(({ event }) => event === 'dashboard')
  })
  after(async () => {
    tab.close()
    await stage.close()
  })

  const world = () => stage.fake.world
  async function settle(by = 'ivy') {
    const item = world().post(events.textItem(world(), world().get(by), 'ping'))
    return (await tab.until(({ data }) => data.data?.message_id === item.id)).data
  }
  const logged = async (wanted: string) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kind === wanted && actor === 'platform:youtube').map(({ data }) => data)
  }

  it('is the name of the membership level, and what a member writes', async () => {
    world().post(events.newMemberItem(world(), world().get('alice')))
    world().post(events.milestoneItem(world(), world().get('bob'), 7))
    await settle()
    const [joined, stayed] = (await logged('subscription')).slice(-2)
    assert.deepEqual([joined?.level_name, joined?.message], ['Friends', undefined])
    assert.deepEqual([stayed?.level_name, stayed?.message, stayed?.months], ['Friends', 'Still here', 7])
  })

  it('is who gave how many memberships of which level, beside each of them', async () => {
    const gifting = world().post(events.giftingItem(world(), world().get('bob'), 3))
    world().post(events.receivedItem(world(), world().get('carol'), gifting))
    await settle()
    const bundle = (await logged('subscription.gifts')).at(-1)
    assert.deepEqual([bundle?.username, bundle?.count, bundle?.level_name], ['bob', 3, 'Friends'])
    assert.equal((await logged('subscription.received')).at(-1)?.level_name, 'Friends')
  })

  // Both types and their details stand in the discovery document of the API (20260810).
  it('is a message that was deleted, and one that its author took back', async () => {
    world().post(events.deletedItem(world(), 'LCC.gone'))
    world().post(events.retractedItem(world(), world().get('alice'), 'LCC.regretted'))
    await settle()
    const gone = tab.messages.filter(({ data }) => data.kind === 'chat.message-deleted')
    assert.deepEqual(
      gone.map(({ data }) => data.data.message_id),
      ['LCC.gone', 'LCC.regretted'],
    )
  })

  it('is what somebody is, as badges without images', async () => {
    const { data } = await settle('carol')
    assert.deepEqual(data.badges, [{ id: 'moderator', title: 'Moderator', image: null }])
  })
})
