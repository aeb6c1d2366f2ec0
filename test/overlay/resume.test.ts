import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { createTestClock, dayMs, minuteMs } from '../test-clock.ts'
import { putContent } from './content.ts'
import { openPage, type PageClient } from './page-client.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server for each way to come back')

const donation = { provider: 'ProviderA', amount: 5, currency: 'USD', username: 'alice' }

async function withApp(run: (app: TestApp) => Promise<void>, options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  try {
    await putContent(app)
    await run(app)
  } finally {
    await app.close()
  }
}

function idsOf(page: PageClient): string[] {
  return page.cues.map((cue) => cue.id)
}

describe('coming back', () => {
  it('continues after a restart of the server', async () => {
    const first = await createTestApp()
    await putContent(first)
    const steady = await openPage(first)
    const shaky = await openPage(first)
    await first.call('tts', { text: 'one' })
    await shaky.until(() => shaky.cues.length === 1, 'the first')
    shaky.cut()
    await first.call('tts', { text: 'two' })
    await first.call('send-donation', donation)
    await first.close({ keepFolder: true })
    assert.deepEqual(steady.byes, ['shutting_down'])

    const second = await createTestApp({ folder: first.folder })
    try {
      await shaky.connect(second.url)
      await steady.connect(second.url)
      await shaky.until(() => shaky.cues.length === 3, 'what it missed')
      assert.equal((await second.call('tts', { text: 'four' })).status, 200)
      await steady.until(() => steady.cues.length === 4, 'the fourth')
      await shaky.until(() => shaky.cues.length === 4, 'the fourth')
      assert.deepEqual(idsOf(shaky), idsOf(steady))
      assert.deepEqual(
        shaky.cues.map((cue) => cue.payload.text ?? cue.kind),
        ['one', 'two', 'alice donated', 'four'],
      )
      steady.cut()
      shaky.cut()
    } finally {
      await second.close()
    }
  })

  it('gives a page that never was here nothing of what others have shown', async () => {
    await withApp(async (app) => {
      const early = await openPage(app)
      await app.call('tts', { text: 'one' })
      await app.call('send-donation', donation)
      await early.until(() => early.cues.length === 2, 'both')
      const isOver = async () =>
        (await app.ctx.overlays.recent(app.channel, 2)).every((delivery) => delivery.state === 'finished')
      await eventually('both to be over', isOver)
      const late = await openPage(app)
      await app.call('tts', { text: 'two' })
      await late.until(() => late.cues.length > 0, 'the next')
      assert.deepEqual(
        late.cues.map((cue) => cue.payload.text),
        ['two'],
      )
      early.cut()
      late.cut()
    })
  })

  it('gives a page that is opened in place of one that was closed what still waited there', async () => {
    await withApp(async (app) => {
      const closed = await openPage(app, { acks: 'received' })
      const ids: string[] = []
      for (const text of ['one', 'two', 'three']) ids.push((await app.call('tts', { text })).body.ttsId)
      closed.say({ type: 'shown', id: ids[0] ?? '' })
      const isShown = async () => (await app.ctx.overlays.find(app.channel, ids[0] ?? ''))?.state === 'shown'
      await eventually('the first to be shown', isShown)
      closed.cut()
      const opened = await openPage(app)
      await opened.until(() => opened.cues.length === 2, 'what waited')
      assert.deepEqual(idsOf(opened), ids.slice(1))
      const isOver = async () =>
        (await app.ctx.overlays.recent(app.channel, 2)).every((delivery) => delivery.state === 'finished')
      await eventually('both to be finished', isOver)
      const back = await openPage(app)
      await app.call('tts', { text: 'four' })
      await back.until(() => back.cues.length > 0, 'the next')
      assert.deepEqual(
        back.cues.map((cue) => cue.payload.text),
        ['four'],
        'what was shown is over for everyone',
      )
      opened.cut()
      back.cut()
    })
  })

  it('gives a page that missed everything but the welcome what came since', async () => {
    await withApp(async (app) => {
      const steady = await openPage(app)
      const page = await openPage(app)
      page.cut()
      await app.call('tts', { text: 'one' })
      await page.connect()
      await page.until(() => page.cues.length === 1, 'the one it missed')
      steady.cut()
      page.cut()
    })
  })

  it('starts afresh for a page whose place is from another history', async () => {
    await withApp(async (app) => {
      const other = await openPage(app, { last: 1_000_000 })
      assert.ok((other.last ?? 0) < 1_000)
      await app.call('tts', { text: 'hello' })
      await other.until(() => other.cues.length === 1, 'the cue')
      other.cut()
    })
  })

  it('sends a long absence in the page’s own pace', async () => {
    await withApp(async (app) => {
      const page = await openPage(app)
      page.cut()
      const payload = { text: 'x'.repeat(10_000) }
      await app.ctx.db.write(async (tx) => {
        for (let i = 0; i < 450; i++) {
          await app.ctx.overlays.queue(tx, app.cause, { kind: 'tts', idPrefix: 'tts', payload, expiresInMs: minuteMs })
        }
      })
      await page.connect()
      await page.until(() => page.cues.length === 450, 'all of it')
      assert.equal(page.doubles, 0)
      page.cut()
    })
  })
})

describe('donations', () => {
  it('needs no page, and shows the alert to the first that comes within five minutes', async () => {
    const clock = createTestClock()
    await withApp(
      async (app) => {
        const answer = await app.call('send-donation', { ...donation, displayname: 'Alice A', message: 'Hi <b>' })
        assert.deepEqual(answer.body, {
          success: true,
          provider: 'ProviderA',
          amount: 5,
          currency: 'USD',
          username: 'alice',
          displayname: 'Alice A',
          message: 'Hi <b>',
        })
        clock.advance(4 * minuteMs)
        const page = await openPage(app)
        const cue = await page.cue('donation')
        assert.deepEqual(cue.payload, {
          provider: 'streamlabs',
          amount: 5,
          currency: 'USD',
          message: 'Hi <b>',
          is_test: 1,
          username: 'alice',
          displayname: 'Alice A',
          text: 'Alice A donated',
          style: 'plain',
          ...{ enter: 'slide', leave: 'slide' },
          sound: { url: '/overlay/sounds/coin.flac', volume: 1 },
        })
        page.cut()
      },
      { clock },
    )
  })

  it('shows no alert after five minutes, and keeps it as failed', async () => {
    const clock = createTestClock()
    await withApp(
      async (app) => {
        await app.call('send-donation', donation)
        clock.advance(5 * minuteMs + 1)
        const page = await openPage(app)
        await app.call('tts', { text: 'hello' })
        assert.deepEqual(
          page.cues.map((cue) => cue.kind),
          ['tts'],
        )
        const deliveries = await app.ctx.overlays.recent(app.channel, 5)
        const old = deliveries.find((delivery) => delivery.kind === 'donation')
        assert.deepEqual([old?.state, old?.error], ['failed', 'expired'])
        page.cut()
      },
      { clock },
    )
  })

  it('writes the log entry that latest_donors reads', async () => {
    await withApp(async (app) => {
      await app.call('send-donation', { ...donation, amount: 0.5, currency: '€', userid: '77', platform: 'PlatformB' })
      await app.call('send-donation', { provider: 'ProviderD', amount: 1, currency: 'TRY' })
      const [newest, older] = await loose(app.ctx.events.newest(app.ctx.db, app.channel.id, 'donors', 5))
      assert.equal(older?.platform, 'twitch')
      assert.deepEqual(older?.data, {
        origin: 'api',
        provider: 'streamlabs',
        amount: 0.5,
        currency: '€',
        unit: 'money',
        value: 0.5,
        amount_usd: 0.5,
        message: '',
        is_test: 1,
        user_id: '77',
        username: 'alice',
        displayname: 'alice',
      })
      assert.deepEqual(
        [newest?.platform, newest?.data.provider, newest?.data.username, newest?.data.displayname],
        ['kick', 'buymeacoffee', 'api_donor', 'api_donor'],
      )
    })
  })

  it('refuses amounts that are not above zero, long currencies and unknown providers, and writes nothing', async () => {
    await withApp(async (app) => {
      const donors = () => loose(app.ctx.events.newest(app.ctx.db, app.channel.id, 'donors', 50))
      const before = await donors()
      for (const wrong of [
        { amount: 0 },
        { amount: -1 },
        { amount: '5' },
        { currency: '' },
        { currency: 'x'.repeat(17) },
        { provider: 'Paypal' },
        { platform: 'PlatformC' },
        { message: 'x'.repeat(501) },
        { displayname: 'x'.repeat(101) },
      ]) {
        const answer = await app.call('send-donation', { ...donation, ...wrong }, { status: 400 })
        assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_parameter'], JSON.stringify(wrong))
      }
      assert.deepEqual(await donors(), before)
      assert.deepEqual(await app.ctx.overlays.recent(app.channel, 5), [])
    })
  })

  it('gives the alert once for one Idempotency-Key', async () => {
    await withApp(async (app) => {
      const headers = { 'Idempotency-Key': 'gift' }
      const answers = await Promise.all([1, 2, 3].map(() => app.call('send-donation', donation, { headers })))
      for (const answer of answers) assert.equal(answer.status, 200)
      const page = await openPage(app)
      await page.cue('donation')
      // Whatever waited for the page was sent before what is asked for now.
      await app.call('tts', { text: 'the end' })
      assert.deepEqual(
        page.cues.map(({ kind }) => kind),
        ['donation', 'tts'],
      )
      page.cut()
    })
  })
})

describe('the history of deliveries', () => {
  const countCues = sql<{ channel: number }, { total: number }>(
    `SELECT count(*) AS total FROM events WHERE channel_id = :channel AND kind LIKE 'cue.%'`,
  )

  it('forgets deliveries after seven days, and nothing else', async () => {
    const clock = createTestClock()
    await withApp(
      async (app) => {
        const donors = () => loose(app.ctx.events.newest(app.ctx.db, app.channel.id, 'donors', 50))
        const before = (await donors()).length
        await app.call('send-donation', donation)
        clock.advance(7 * dayMs - minuteMs)
        assert.equal(await app.ctx.overlays.prune(), 0)
        await app.call('send-donation', { ...donation, username: 'bob' })
        clock.advance(2 * minuteMs)
        assert.equal(await app.ctx.overlays.prune(), 1)
        const left = await app.ctx.overlays.recent(app.channel, 10)
        assert.deepEqual(
          left.map((delivery) => delivery.payload.username),
          ['bob'],
        )
        assert.equal((await app.ctx.db.get(countCues, { channel: app.channel.id }))?.total, 1)
        assert.equal((await donors()).length, before + 2)
      },
      { clock },
    )
  })
})
