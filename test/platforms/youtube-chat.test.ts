import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createJsonArrayParser } from '../../src/platforms/youtube/json-array-parser.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { outOfUnits, refuse } from '../fakes/youtube-api.ts'
import * as events from '../fakes/youtube-events.ts'
import { loose } from '../loose-events.ts'
import { openYouTubeStage, type YouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')
isSlow('it waits for connections that fell silent')

describe('what YouTube reports', () => {
  let stage: YouTubeStage
  before(async () => {
    stage = await openYouTubeStage()
  })
  after(() => stage.close())
  afterEach(async () => {
    stage.fake.stream.be('well')
    await stage.isListening()
  })

  const world = () => stage.fake.world
  const stream = () => stage.fake.stream
  const get = (handle: string) => world().get(handle)
  const soon = (what: string, isSo: () => Promise<boolean>) => eventually(what, isSo)
  const known = async (username: string) => {
    const found = await stage.app.ctx.viewers.findKnown(stage.app.channel, 'youtube', { username })
    return found !== undefined && 'known' in found ? found.known : undefined
  }
  const messages = async (username: string) => (await known(username))?.messageCount ?? 0
  const state = async () => {
    const { account, connector } = await stage.app.ctx.platforms.get(stage.app.channel.id, 'youtube')
    return connector.listening?.(account)
  }
  /** Says something as ivy and waits for it: what was sent before it has been received by then. */
  async function hear(): Promise<void> {
    const count = await messages('ivy')
    world().post(events.textItem(world(), get('ivy'), 'ping'))
    await soon('the last line is heard', async () => (await messages('ivy')) === count + 1)
  }
  const activityOf = async (wanted: string) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kind === wanted && actor === 'platform:youtube').map(({ data }) => data)
  }
  const polls = () => stage.fake.server.count(/GET .*liveChat\/messages/)

  it('is understood: who somebody is', async () => {
    for (const handle of ['carol', 'zoe', 'bob']) {
      world().post(events.textItem(world(), get(handle), 'hello'))
    }
    await hear()
    assert.deepEqual((await known('carol'))?.roles, ['moderator'])
    assert.deepEqual((await known('zoe'))?.roles, ['subscriber'])
    assert.deepEqual((await known('bob'))?.roles, [])
    assert.deepEqual([(await known('bob'))?.userId, (await known('bob'))?.displayname], [get('bob').id, 'bob'])
  })

  it('is understood: money, in hundredths, with the sum as YouTube shows it', async () => {
    world().post(events.superChatItem(world(), get('alice'), '4990000', 'well played'))
    world().post(events.superStickerItem(world(), get('alice'), '500000000'))
    await hear()
    // The yen has no cents, and YouTube sends millionths of it all the same. No recorded payload was found: the fields are
    // those of YouTube’s own description of its API.
    const paid = (await activityOf('bits')).map(({ amount, message, unit, currency, value, amount_usd }) => {
      return [amount, message, unit, currency, value, amount_usd]
    })
    assert.deepEqual(paid.slice(-2), [
      [499, '$4.99 well played', 'money', 'USD', 4.99, 4.99],
      [50_000, '¥500', 'money', 'JPY', 500, 3.33],
    ])
  })

  it('is understood: jewels once, when they have stopped growing', async () => {
    const gift = events.jewelsItem(world(), get('alice'), { jewels: 20 })
    const before = (await activityOf('bits')).length
    world().post(gift)
    for (const combo of [2, 3]) stream().tell(events.jewelsItem(world(), get('alice'), { jewels: 20, combo }, gift))
    await soon('the gift is whole', async () => (await activityOf('bits')).length === before + 1)
    world().post(events.jewelsItem(world(), get('alice'), { jewels: 7 }, { asGuide: true }))
    await soon('the other shape is read', async () => (await activityOf('bits')).length === before + 2)
    stream().tell(events.jewelsItem(world(), get('alice'), { jewels: 20, combo: 4 }, gift))
    await hear()
    const jewels = (await activityOf('bits')).slice(before)
    assert.deepEqual(
      jewels.map(({ amount, message, unit, value, amount_usd }) => [amount, message, unit, value, amount_usd]),
      [
        [60, 'Rocket', 'jewels', 60, null],
        [7, 'Rocket', 'jewels', 7, null],
      ],
    )
    assert.equal((await activityOf('bits')).length, before + 2)
  })

  it('is understood: members, and who gave', async () => {
    const before = (await activityOf('subscription')).length
    const gifts = (await activityOf('subscription.received')).length
    const gifting = events.giftingItem(world(), get('bob'), 1)
    world().post(events.newMemberItem(world(), get('alice'), true))
    world().post(gifting)
    world().post(events.receivedItem(world(), get('carol'), gifting))
    await hear()
    const joined = (await activityOf('subscription')).slice(before).map(({ type, username }) => [type, username])
    assert.deepEqual(joined, [['sub_renew', 'alice']])
    const received = (await activityOf('subscription.received')).slice(gifts)
    assert.deepEqual(
      received.map(({ type, username, from, gift_id }) => [type, username, from, gift_id]),
      [['sub_gift', 'carol', 'bob', gifting.id]],
    )
  })

  it('is understood: bans and their length', async () => {
    world().post(events.banItem(world(), get('zoe'), 90 * 60))
    world().post(events.banItem(world(), get('zoe'), undefined))
    await hear()
    const timeout = (await activityOf('timeout')).at(-1)
    assert.deepEqual([timeout?.username, timeout?.duration_minutes, timeout?.moderator], ['zoe', 90, 'streamer'])
    assert.deepEqual((await activityOf('ban')).at(-1)?.duration_minutes, null)
  })

  it('leaves out what cannot be read, and what does not concern us', async () => {
    const strange = events.textItem(world(), get('bob'), 'x')
    world().post({ ...strange, id: 'half', snippet: { ...strange.snippet, textMessageDetails: null } })
    world().post({ ...strange, id: 'poll', snippet: { ...strange.snippet, type: 'pollEvent' } })
    const before = await messages('bob')
    await hear()
    assert.equal(await messages('bob'), before)
    assert.ok(stage.app.logLines.some((line) => line.includes('cannot be read')))
  })

  it('begins with what was written before, which is not received again', async () => {
    await hear()
    const before = [await messages('alice'), (await activityOf('subscription')).length]
    const hourAgo = new Date(Date.now() - 3_600_000)
    world().chat.push(events.textItem(world(), get('alice'), '!old command', { at: hourAgo }))
    const connections = stream().asked.length
    await stage.wire.connect()
    await soon('it is listened to anew', async () => stream().asked.length > connections && stream().connections === 1)
    assert.equal(stream().asked.at(-1)?.get('pageToken'), null)
    await hear()
    assert.deepEqual([await messages('alice'), (await activityOf('subscription')).length], before)
  })

  it('continues where it was when the connection ends, however it ends', async () => {
    for (const end of [stream().end, stream().cut]) {
      await hear()
      const connections = stream().asked.length
      const before = await messages('alice')
      end()
      world().chat.push(events.textItem(world(), get('alice'), 'while nobody listened'))
      await soon('the line is heard after all', async () => (await messages('alice')) === before + 1)
      assert.match(stream().asked.at(connections)?.get('pageToken') ?? '', /^page\d+$/)
      await stage.isListening()
    }
  })

  it('is asked for where there is no stream, and streamed again later', async () => {
    for (const mood of ['absent', 'failed', 'nonsense', 'hang'] as const) {
      const before = polls()
      stream().be(mood)
      stream().end()
      await soon(`${mood}: the chat is asked for`, async () => polls() > before)
      const count = await messages('carol')
      world().chat.push(events.textItem(world(), get('carol'), 'over a page'))
      await soon(`${mood}: the line is heard`, async () => (await messages('carol')) === count + 1)
      stream().be('well')
      await stage.isListening()
      await soon(
        'it says so',
        async () => String((await state())?.message) === 'YouTube sends chat messages as they are written.',
      )
    }
  })

  it('is waited for as long as YouTube wants when it is asked for', async () => {
    world().pollMs = 1_600
    stream().be('absent')
    stream().end()
    await soon('it says so', async () => String((await state())?.message) === 'The chat is read every 2 s.')
    world().pollMs = 0
  })

  it('begins anew with a page that YouTube no longer knows', async () => {
    const before = stream().asked.length
    stream().tellPage({ nextPageToken: 'gone', items: [] })
    stream().end()
    await soon('it is asked without a page', async () =>
      stream()
        .asked.slice(before)
        .some((one) => !one.has('pageToken')),
    )
    await stage.isListening()
    await hear()
  })

  it('is over when the chat is, and begins again with the next', async () => {
    world().status = 'completed'
    world().post(events.endItem(world()))
    await soon('it says so', async () => String((await state())?.message).includes('not live'))
    world().chat = []
    world().chatId = 'another-chat'
    world().status = 'active'
    await stage.isListening()
    assert.deepEqual(
      [stream().asked.at(-1)?.get('liveChatId'), stream().asked.at(-1)?.has('pageToken')],
      ['another-chat', false],
    )
    await hear()
  })

  it('is looked for at once when somebody asks for it', async (t) => {
    const slow = await openYouTubeStage({ timing: { offAirMs: 600_000 } })
    t.after(() => slow.close())
    slow.fake.world.status = 'completed'
    slow.fake.world.post(events.endItem(slow.fake.world))
    const { account, connector } = await slow.app.ctx.platforms.get(slow.app.channel.id, 'youtube')
    const words = () => String(connector.listening?.(account)?.message ?? '')
    await soon('it is off air', async () => words().includes('not live'))
    slow.fake.world.status = 'active'
    await connector.checkListening?.(account, AbortSignal.timeout(60_000))
    await slow.isListening()
    const asked = slow.fake.stream.asked.length
    slow.fake.stream.refuse(refuse(403, 'liveChatDisabled', 'The chat is off.'))
    await soon('a chat that is off is left alone', async () => words() === 'This broadcast has no chat.')
    assert.equal(slow.fake.stream.asked.length, asked)
    await connector.checkListening?.(account, AbortSignal.timeout(60_000))
    await slow.isListening()
  })

  it('says what is wrong when it cannot be received', async () => {
    stream().refuse(outOfUnits)
    await soon('it says so', async () => (await state())?.state === 'rate_limited')
    assert.match(String((await state())?.message), /used up\. It resets in \d+ (h \d+ )?min\.$/)
    const before = stage.fake.server.requests.length
    const { status, body } = await stage.app.call(
      'send-message',
      { message: 'x', platform: 'PlatformC' },
      { status: 502 },
    )
    assert.deepEqual([status, body.code], [502, 'platform_unavailable'])
    assert.equal(stage.fake.server.requests.length, before)
    // A new day.
    await stage.app.ctx.db.write((tx) => tx.run({ text: 'DELETE FROM youtube_units' }, {}))
    await stage.wire.connect()
    await stage.isListening()
    await hear()
  })

  it('is no longer listened to once the account is disconnected', async () => {
    const { connecting } = stage.app.app
    await connecting.disconnect({ channelId: stage.app.channel.id, service: 'youtube', role: 'broadcaster' })
    await soon('the connection is closed', async () => stream().connections === 0)
    assert.equal(stage.fake.server.count(/POST \/revoke/), 1)
    await stage.wire.connect()
  })
})

describe('a JSON array without end', () => {
  const pages = [{ items: [{ text: 'a "quoted" }{][ \\ \u{1f600}' }], next: { deep: { deeper: '}' } } }, { items: [] }]

  it('is taken apart wherever it is cut', () => {
    const whole = `[${JSON.stringify(pages[0], null, 1)}\r\n,\r\n${JSON.stringify(pages[1])}`
    for (let size = 1; size <= whole.length; size++) {
      const pieces = createJsonArrayParser()
      const found: unknown[] = []
      for (let from = 0; from < whole.length; from += size) found.push(...pieces(whole.slice(from, from + size)))
      assert.deepEqual(found, pages, `in pieces of ${size}`)
    }
  })

  it('is given up when one entry never ends, or is invalid', () => {
    const pieces = createJsonArrayParser()
    assert.throws(() => {
      for (let count = 0; count < 10; count++) pieces(`{"x": "${'x'.repeat(1024 * 1024)}`)
    }, /too long/)
    assert.throws(() => createJsonArrayParser()('[{not json}]'), SyntaxError)
  })
})
