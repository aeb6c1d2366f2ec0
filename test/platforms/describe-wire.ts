import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { platformTitles, wordFor } from '../../src/platforms/contract/platforms.ts'
import type { TestAnswer } from '../test-answer.ts'
import type { Stage, Wire } from './stage.ts'

/** What holds between a connector and a service that is reached over a wire and signed in to. */
export function describeWire(name: string, open: () => Promise<Stage>): void {
  describe(`the wire to ${name}`, () => {
    let stage: Stage
    let wire: Wire
    let key: string
    async function openWithWire(): Promise<void> {
      stage = await open()
      if (stage.wire === undefined) throw new Error('this stage has no wire')
      wire = stage.wire
    }

    const read = () => stage.app.call('get-stream-meta', { platform: wordFor(stage.platform) }, { status: 'any' })
    const send = (message = 'hello', headers = {}) =>
      stage.app.call('send-message', { message, platform: wordFor(stage.platform) }, { status: 'any', key, headers })
    const unavailable = ({ status, body }: TestAnswer, says: RegExp) => {
      assert.deepEqual([status, body.code], [502, 'platform_unavailable'])
      assert.match(body.error, says)
    }
    const linesSent = () => wire.server.count(wire.sends)

    describe('on which calls succeed in the end', () => {
      before(openWithWire)
      after(() => stage.close())
      // More lines are sent than one key may send in a minute.
      beforeEach(async () => {
        key = (await stage.app.makeKey()).key
      })

      it('renews an expired token once, however many calls find it expired', async () => {
        wire.expireTokens()
        const before = wire.renewals
        const known = (await stage.look()).lines.length
        const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
        const answers = await Promise.all(lines.map((line) => send(line)))
        assert.deepEqual(
          answers.map(({ status }) => status),
          lines.map(() => 200),
        )
        assert.equal(wire.renewals - before, 1)
        const sent = (await stage.look()).lines.slice(known).map(({ text }) => text)
        assert.deepEqual(sent.sort(), lines.sort())
      })

      it('keeps the refresh token that comes back, since the old one is used up', async () => {
        for (let round = 0; round < 3; round++) {
          wire.expireTokens()
          assert.equal((await send()).status, 200, `round ${round}`)
        }
      })

      it('wants a new sign-in when the renewal is refused, bothers nobody until then, and then works', async () => {
        wire.expireTokens()
        wire.refuseRenewals(true)
        const refused = await send()
        assert.deepEqual([refused.status, refused.body.code], [502, 'platform_reauth_required'])
        assert.match(refused.body.error, /Connect it again in the panel/)
        const [renewals, calls] = [wire.renewals, wire.server.requests.length]
        assert.equal((await send()).body.code, 'platform_reauth_required')
        assert.equal((await read()).body.code, 'platform_reauth_required')
        assert.deepEqual([wire.renewals, wire.server.requests.length], [renewals, calls])
        wire.refuseRenewals(false)
        await wire.connect()
        assert.equal((await send()).status, 200)
      })

      it('names the scope that was not allowed, without asking', async () => {
        await wire.connect({ without: [wire.chatScope] })
        const before = linesSent()
        const { body } = await send()
        assert.equal(body.code, 'platform_reauth_required')
        assert.ok(body.error.includes(wire.chatScope), body.error)
        assert.equal(linesSent(), before)
        await wire.connect()
        assert.equal((await send()).status, 200)
      })

      it('says when no bot account is connected, unless there is a bot to speak as', async (t) => {
        t.after(() => wire.connect({ role: 'bot' }))
        await stage.app.app.connecting.disconnect({
          channelId: stage.app.channel.id,
          service: stage.platform,
          role: 'bot',
        })
        const { status, body } = await stage.app.call(
          'send-bot-message',
          {
            message: 'x',
            platform: wordFor(stage.platform),
          },
          { status: 'any' },
        )
        if (wire.hasOwnBot === true) {
          assert.equal(status, 200, body.error)
          assert.deepEqual((await stage.look()).lines.at(-1), { id: body.message_id, by: 'bot', text: 'x' })
          return
        }
        assert.deepEqual([status, body.code], [400, 'platform_not_connected'])
        assert.match(body.error, /bot account/)
      })

      it('reads again after a passing error, but never says anything twice', async () => {
        wire.server.plan('500', { on: wire.reads, times: 2 })
        assert.equal((await read()).status, 200)
        for (const fault of ['500', '503', 'cut', 'malformed', 'huge', 'redirect'] as const) {
          const fresh = linesSent()
          wire.server.plan(fault, { on: wire.sends })
          unavailable(await send(`after ${fault}`), new RegExp(`^${platformTitles[stage.platform]} `))
          assert.equal(linesSent(), fresh + 1, fault)
          // What works in between keeps this from counting as an outage.
          assert.equal((await send()).status, 200)
        }
      })

      it('does not send a line again that may have arrived', async () => {
        for (const fault of ['hang', 'cut', '500', 'malformed'] as const) {
          wire.server.plan(fault, { on: wire.sends })
          const headers = { 'Idempotency-Key': `key-${fault}` }
          assert.equal((await send('once', headers)).status, 502)
          assert.equal((await send('once', headers)).body.code, 'outcome_unknown', fault)
          assert.equal((await send()).status, 200)
        }
        wire.server.plan('503', { on: wire.sends })
        const headers = { 'Idempotency-Key': 'key-503' }
        assert.equal((await send('twice', headers)).status, 502)
        assert.equal((await send('twice', headers)).status, 200)
      })

      it('gives an answer that is slow its time, and takes a success for one whatever its body is', async () => {
        wire.server.plan('slow', { on: wire.sends })
        assert.equal((await send()).status, 200)
        for (const fault of ['malformed', 'huge', 'cut'] as const) {
          wire.server.plan(fault, { on: /^(PATCH|PUT) / })
          const { status } = await stage.app.call('title', { title: fault, platform: wordFor(stage.platform) })
          assert.equal(status, 200, fault)
        }
      })

      it('shows no token to anyone: not in the data folder, not in the log, not in an answer', async () => {
        const answers: TestAnswer[] = [await send()]
        wire.expireTokens()
        answers.push(await send(), await read())
        wire.server.plan('500', { on: wire.sends })
        answers.push(await send())
        wire.expireTokens()
        wire.refuseRenewals(true)
        answers.push(await send())
        const { folder, logLines, ctx } = stage.app
        // A backup is a file on every engine, and holds all that is stored.
        await ctx.db.backup(join(folder, 'all-of-it.sqlite'))
        const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
        const stored = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
        const visible = [
          ...stored,
          ...logLines,
          ...answers.map(({ body, headers }) => JSON.stringify([body, [...headers]])),
        ]
        assert.ok(wire.secrets.length >= 6 && stored.some((text) => text.includes('SQLite format 3')))
        for (const secret of wire.secrets) {
          for (const shape of [secret, Buffer.from(secret).toString('base64').slice(0, -4)]) {
            assert.ok(!visible.some((text) => text.includes(shape)), 'a token can be read')
          }
        }
      })
    })

    describe('on which calls fail for a while', () => {
      beforeEach(async () => {
        await openWithWire()
        key = stage.app.key
      })
      afterEach(() => stage.close())

      it('passes on how long to wait, and leaves the service alone so long', async () => {
        const startedAt = Date.now()
        wire.pause(30)
        const { headers, ...answer } = await send()
        unavailable({ ...answer, headers }, /Try again in \d+ s/)
        const seconds = Number(headers.get('retry-after'))
        const least = 28 - (Date.now() - startedAt) / 1000
        assert.ok(seconds >= least && seconds <= 31, String(seconds))
        const before = wire.server.requests.length
        const again = await read()
        unavailable(again, /paused for \d+ s/)
        assert.ok(Number(again.headers.get('retry-after')) <= seconds)
        const title = await stage.app.call('title', { title: 'x', platform: wordFor(stage.platform) }, { status: 502 })
        unavailable(title, /paused for \d+ s/)
        assert.ok(Number(title.headers.get('retry-after')) > 0)
        assert.equal(wire.server.requests.length, before)
      })

      it('does not follow a redirect', async () => {
        wire.server.plan('redirect', { on: wire.reads, times: 9 })
        unavailable(await read(), /redirect/)
        assert.equal(wire.server.count(/elsewhere/), 0)
      })

      it('spares a service that fails again and again', async () => {
        wire.server.plan('500', { on: wire.sends, times: 50 })
        for (let count = 0; count < 5; count++) unavailable(await send(), /server error/)
        const before = linesSent()
        const { headers, ...answer } = await send()
        unavailable({ ...answer, headers }, /paused for \d+ s/)
        assert.ok(Number(headers.get('retry-after')) <= 10)
        assert.equal(linesSent(), before)
      })
    })
  })
}
