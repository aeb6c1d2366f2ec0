import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { platformTitles, wordFor } from '../../src/platforms/contract/platforms.ts'
import { type PlatformAction, platformActions } from '../../src/platforms/messages.ts'
import type { Capability } from '../../src/platforms/platform.ts'
import { capability, type PlatformConnection } from '../../src/platforms/platforms.ts'
import { eventually, within } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { describeWire } from './describe-wire.ts'
import type { Stage, StageAction } from './stage.ts'

/** One suite of promises for every connector, so that the sandbox and the real ones behave alike. */
export function describePlatform(
  name: string,
  open: () => Promise<Stage>,
  { hasWire }: { readonly hasWire: boolean },
): void {
  describe(`the connector for ${name}`, () => {
    let stage: Stage
    let connection: PlatformConnection
    const signal = () => AbortSignal.timeout(60_000)
    before(async () => {
      stage = await open()
    })
    after(() => stage.close())
    beforeEach(async () => {
      connection = await stage.app.ctx.platforms.get(stage.app.channel.id, stage.platform)
    })
    const word = () => wordFor(stage.platform)
    /** What a platform has no way for is absent from its connector, and one sentence says so. */
    const cannot = (name: Capability, action: PlatformAction): boolean => {
      if (connection.connector[name] !== undefined) return false
      const message = `${platformTitles[stage.platform]} does not let other software ${platformActions[action].text}.`
      assert.throws(() => capability(connection, name, action), { code: 'invalid_parameter', message })
      return true
    }

    it('finds people by id and by name, whatever the case, and nobody who is not there', async () => {
      const { account, connector } = connection
      const id = stage.idOf('alice')
      const byId = await connector.findUser(account, { id }, signal())
      assert.deepEqual([byId?.id, byId?.username], [id, 'alice'])
      assert.equal((await connector.findUser(account, { username: 'Alice' }, signal()))?.id, id)
      for (const nobody of [
        { id: '999999999' },
        { id: 'x' },
        { username: 'nobody_at_all' },
        { username: 'no such name!' },
      ]) {
        assert.equal(await connector.findUser(account, nobody, signal()), undefined, JSON.stringify(nobody))
      }
    })

    it('reads the stream, live and offline', async () => {
      const { account, connector } = connection
      const live = await connector.readStream(account, signal())
      const { title, category } = await stage.look()
      assert.deepEqual([live.live, live.title, live.category.name], [true, title, category])
      assert.ok(live.viewerCount > 0 && typeof live.startedAt === 'number')
      if (connector.counts?.includes('followers') ?? true) assert.ok(live.followerCount > 0)
      await stage.setLive(false)
      const offline = await connector.readStream(account, signal())
      assert.deepEqual([offline.live, offline.viewerCount, offline.title], [false, 0, title])
      await stage.setLive(true)
    })

    it('writes in the chat as the broadcaster and as the bot', async () => {
      if (cannot('sendChat', 'writeInChat')) return
      for (const [operation, by] of [
        ['send-message', 'broadcaster'],
        ['send-bot-message', 'bot'],
      ]) {
        const { status, body } = await stage.app.call(`${operation}`, { message: `I am the ${by}`, platform: word() })
        assert.equal(status, 200, body.error)
        const line = (await stage.look()).lines.at(-1)
        assert.deepEqual(line, { id: body.message_id, by, text: `I am the ${by}` })
      }
    })

    it('says why a line was not taken, and leaves nothing behind', async () => {
      if (cannot('sendChat', 'writeInChat')) return
      const { lines } = await stage.look()
      const reason = stage.refuseNextLine()
      const { status, body } = await stage.app.call(
        'send-message',
        { message: 'hello', platform: word() },
        { status: 502 },
      )
      assert.deepEqual([status, body.code, body.message_id], [502, 'platform_refused', undefined])
      assert.ok(body.error.includes(reason), body.error)
      assert.deepEqual((await stage.look()).lines, lines)
    })

    it('changes the title', async () => {
      if (cannot('setTitle', 'setTitle')) return
      const { status, body } = await stage.app.call('title', { title: 'A new title', platform: word() })
      assert.equal(status, 200, body.error)
      assert.equal((await stage.look()).title, 'A new title')
    })

    it('changes the category', async () => {
      if (cannot('setCategory', 'setCategory')) return
      for (const game of ['minecraft', 'chess']) {
        const { status, body } = await stage.app.call('game', { game, platform: word() })
        assert.equal(status, 200, body.error)
      }
      assert.equal((await stage.look()).category, 'Chess')
    })

    it('makes a clip of the live stream, and none of one that is offline', async () => {
      if (cannot('clips', 'makeClips')) return
      const made = await stage.app.call('clip', { platform: word(), title: 'What a moment', duration: 90 })
      assert.equal(made.status, 200, made.body.error)
      assert.match(Object.values(made.body.clips as object)[0], /^https?:\/\//)
      await stage.setLive(false)
      const { account, connector } = connection
      await assert.rejects(async () => connector.clips?.create(account, { title: 'x', seconds: 30 }, signal()), {
        code: 'stream_offline',
      })
      await stage.setLive(true)
    })

    it('times out, bans and forgives', async () => {
      if (cannot('moderation', 'ban')) return
      const { account, connector } = connection
      const user = await connector.findUser(account, { username: 'bob' }, signal())
      assert.ok(user !== undefined && connector.moderation !== undefined)
      const { moderation } = connector
      await moderation.ban(account, { user, minutes: 7, reason: 'caps' }, signal())
      assert.equal((await stage.look()).bans.get('bob'), 7)
      await moderation.ban(account, { user, minutes: null, reason: 'caps again' }, signal())
      assert.equal((await stage.look()).bans.get('bob'), null)
      await moderation.ban(account, { user, minutes: null, reason: 'reported twice' }, signal())
      await moderation.unban(account, user, signal())
      assert.equal((await stage.look()).bans.has('bob'), false)
      await moderation.unban(account, user, signal())
    })

    it('deletes a line, and says so when there is none', async () => {
      if (cannot('moderation', 'ban')) return
      const { account, connector } = connection
      const { body } = await stage.app.call('send-message', { message: 'delete me', platform: word() })
      await connector.moderation?.deleteMessage(account, body.message_id, signal())
      assert.ok(!(await stage.look()).lines.some(({ id }) => id === body.message_id))
      await assert.rejects(async () => connector.moderation?.deleteMessage(account, body.message_id, signal()), {
        code: 'not_found',
      })
    })

    it('has rewards, polls and predictions, or says in a sentence that it has none', async () => {
      const poll = { title: 'Which?', options: ['One', 'Two'], seconds: 60 }
      for (const [name, action, operation, input] of [
        ['rewards', 'manageRewards', 'list-rewards', {}],
        ['polls', 'runPolls', 'create-poll', poll],
        ['predictions', 'runPredictions', 'create-prediction', poll],
      ] as const) {
        const isMissing = cannot(name, action)
        const { status, body } = await stage.app.call(operation, { ...input, platform: word() }, { status: 'any' })
        assert.equal(status, isMissing ? 400 : 200, body.error)
        if (isMissing)
          assert.equal(
            body.error,
            `${platformTitles[stage.platform]} does not let other software ${platformActions[action].text}.`,
          )
      }
    })

    it('does nothing for a caller who has given up', async () => {
      const { account, connector } = connection
      const earlier = await stage.look()
      const gone = AbortSignal.abort(new Error('gone'))
      const { sendChat, setTitle } = connector
      if (sendChat) await assert.rejects(async () => sendChat(account, { text: 'x', as: 'bot' }, gone))
      if (setTitle) await assert.rejects(async () => setTitle(account, 'x', gone))
      await assert.rejects(async () => connector.readStream(account, gone))
      assert.deepEqual(await stage.look(), earlier)
    })

    it('gives up on a platform that does not answer, and does not repeat what may have happened', async () => {
      if (cannot('sendChat', 'writeInChat')) return
      stage.hangNext()
      const headers = { 'Idempotency-Key': 'is-anybody-there' }
      const line = { message: 'is anybody there', platform: word() }
      const calling = stage.app.call('send-message', line, { status: 502, headers })
      const { status, body } = await within('the call to be given up', calling)
      assert.deepEqual([status, body.code], [502, 'platform_unavailable'])
      const again = await stage.app.call('send-message', line, { status: 502, headers })
      assert.deepEqual([again.status, again.body.code], [502, 'outcome_unknown'])
    })

    const messagesOf = async (username: string) => {
      const { ctx, channel } = stage.app
      const found = await ctx.viewers.findKnown(channel, stage.platform, { username })
      return found !== undefined && 'known' in found ? found.known.messageCount : 0
    }

    it('reports what people do, once, however often it is reported', async () => {
      const all: StageAction[] = [
        { by: 'alice', kind: 'follow' },
        { by: 'alice', kind: 'subscribe', tier: 2, months: 1 },
        { by: 'bob', kind: 'subscribe', tier: 1, months: 5 },
        { by: 'bob', kind: 'bits', amount: 250 },
        { by: 'bob', kind: 'ban' },
        { by: 'bob', kind: 'unban' },
        { by: 'alice', kind: 'chat', text: 'hello there' },
      ]
      const { reports } = connection.connector
      const isTold = ({ kind }: StageAction) =>
        stage.reportsLater?.includes(kind) !== true &&
        (reports?.includes(kind === 'subscribe' ? 'subscription' : kind) ?? true)
      const actions = all.filter(isTold)
      const { ctx, channel } = stage.app
      const seqBefore = (await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))).at(-1)?.seq ?? 0
      const written = await messagesOf('alice')
      for (const action of actions) await stage.act(action)
      await eventually('the line is counted', async () => (await messagesOf('alice')) > written)
      assert.equal(await messagesOf('alice'), written + 1)
      const reportsNow = async () => {
        const since = await loose(ctx.events.after(ctx.db, channel.id, seqBefore, 10_000))
        return since.filter(({ actor }) => actor === `platform:${stage.platform}`)
      }
      const wanted = [
        ['follow', 'alice', undefined],
        ['subscription', 'alice', Math.min(2, stage.maxTier ?? 3)],
        ['subscription', 'bob', 1],
        ['bits', 'bob', 250],
        ['ban', 'bob', undefined],
        ['unban', 'bob', undefined],
      ].filter((_, index) => all[index] !== undefined && isTold(all[index]))
      // Twitch may report a renewal as two events, so a new subscription waits for the second one.
      await eventually('everything is reported', async () => (await reportsNow()).length >= wanted.length)
      const reported = await reportsNow()
      const seen = reported.map(({ kind, data }) => [
        kind.replace('timeout', 'ban'),
        data.username,
        data.tier ?? data.amount,
      ])
      assert.deepEqual(seen.map(String).sort(), wanted.map(String).sort())
      const subscriptionOf = (username: string) =>
        reported.find(({ kind, data }) => kind === 'subscription' && data.username === username)?.data
      const [first, second] = [subscriptionOf('alice'), subscriptionOf('bob')]
      assert.deepEqual([first?.type, second?.type, second?.months], ['sub_new', 'sub_renew', 5])
    })

    it('does not take its own lines for somebody’s words', async () => {
      if (cannot('sendChat', 'writeInChat')) return
      const { username } = connection.account
      const before = [await messagesOf(username), await messagesOf('alice')]
      const { body } = await stage.app.call('send-message', { message: 'hello, it is me', platform: word() })
      assert.equal(body.success, true)
      await stage.act({ by: 'alice', kind: 'chat', text: 'after it' })
      await eventually(
        'a line that came after it is counted',
        async () => (await messagesOf('alice')) > Number(before[1]),
      )
      assert.equal(await messagesOf(username), before[0])
    })
  })

  if (hasWire) describeWire(name, open)
}
