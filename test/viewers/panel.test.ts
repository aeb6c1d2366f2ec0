import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

describe('viewers at the panel', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const find = async (username: string, platform: 'kick' | 'twitch' = 'kick') =>
    app.ctx.viewers.get(app.channel, platform, { username })
  const getViewer = async (viewer_id: number) => (await owner.call('get-viewer', { viewer_id })).body
  const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)

  it('show for every change of points the request that made it', async () => {
    const { id } = await find('viewer40')
    const { headers } = await app.call('add-points', { username: 'viewer40', amount: 5, platform: 'PlatformA' })
    const { ledger } = await getViewer(id)
    assert.equal(ledger[0].request_id, headers.get('x-request-id'))
  })

  describe('as one person', () => {
    it('are linked and unlinked, each keeping its own points', async () => {
      const [kick, twitch] = [await find('viewer1'), await find('viewer2', 'twitch')]
      assert.equal((await getViewer(kick.id)).accounts.length, 1)
      assert.equal((await owner.call('link-viewers', { viewer_id: kick.id, other_id: twitch.id })).status, 200)
      const linked = await getViewer(twitch.id)
      assert.deepEqual(
        linked.accounts.map(({ id }: { id: number }) => id),
        [kick.id, twitch.id],
      )
      await app.call('add-points', { username: 'viewer1', amount: 5, platform: 'PlatformA' })
      assert.equal((await getViewer(twitch.id)).viewer.points, twitch.points)
      await owner.call('unlink-viewer', { viewer_id: twitch.id })
      assert.equal((await getViewer(twitch.id)).accounts.length, 1)
      assert.equal((await getViewer(kick.id)).accounts.length, 1)
    })

    it('are found by their PlatformA id on the other platform', async () => {
      const [kick, twitch] = [await find('viewer3'), await find('viewer4', 'twitch')]
      await owner.call('unlink-viewer', { viewer_id: kick.id })
      await owner.call('unlink-viewer', { viewer_id: twitch.id })
      await owner.call('link-viewers', { viewer_id: kick.id, other_id: twitch.id })
      const { body } = await app.call('get-points', { userid: kick.userId, platform: 'PlatformB' })
      assert.equal(body.username, 'viewer4')
    })

    it('have one account on each platform, and no account twice', async () => {
      const [one, two] = [await find('viewer5'), await find('viewer6')]
      const before = await lastSeq()
      const same = await owner.call('link-viewers', { viewer_id: one.id, other_id: one.id }, { status: 400 })
      assert.equal(same.body.code, 'same_user')
      const twice = await owner.call('link-viewers', { viewer_id: one.id, other_id: two.id }, { status: 400 })
      assert.equal(twice.status, 400)
      assert.match(twice.body.error, /^other_id: viewer5 has an account on this platform already/)
      assert.equal(
        (await owner.call('link-viewers', { viewer_id: one.id, other_id: 999_999 }, { status: 404 })).status,
        404,
      )
      assert.equal(await lastSeq(), before)
    })
  })

  it('show their watch time by day and both balances with reasons', async () => {
    const { id } = await find('viewer10')
    for (const [day, amount] of [
      ['2026-01-02', 30],
      ['2026-01-01', 45],
    ] as const) {
      await app.call('adjust-watch-time', { username: 'viewer10', mode: 'set', amount, day, platform: 'PlatformA' })
    }
    await owner.call('adjust-balance', { viewer_id: id, mode: 'add', amount: 7, reason: 'Quiz' })
    const coins = { viewer_id: id, currency: 'coin', mode: 'set', amount: 3, reason: 'Medal' }
    assert.deepEqual((await owner.call('adjust-balance', coins)).body, { success: true, points: 7, coin: 3 })
    await owner.call('adjust-balance', { ...coins, mode: 'remove', amount: 9, reason: 'Lost it' })
    const { days, ledger, viewer } = await getViewer(id)
    assert.deepEqual(days, [
      { day: '2026-01-01', minutes: 45, messages: 0 },
      { day: '2026-01-02', minutes: 30, messages: 0 },
    ])
    assert.deepEqual([viewer.points, viewer.coin, viewer.watch_minutes], [7, 0, 75])
    assert.deepEqual(
      ledger.map(({ currency, delta, balance, reason }: Record<string, unknown>) => [currency, delta, balance, reason]),
      [
        ['coin', -3, 0, 'Lost it'],
        ['coin', 3, 3, 'Medal'],
        ['points', 7, 7, 'Quiz'],
      ],
    )
  })

  it('are ranked by a day, by a range and by all time', async () => {
    const set = (username: string, day: string, amount: number) =>
      app.call('adjust-watch-time', { username, mode: 'set', amount, day, platform: 'PlatformB' })
    await set('viewer20', '2026-02-01', 50)
    await set('viewer21', '2026-02-01', 20)
    await set('viewer21', '2026-02-02', 90)
    const board = async (span: object) => {
      const { body } = await owner.call('list-viewers', { platform: 'twitch', by: 'watch', ...span })
      return body.viewers.map(({ username, watch_minutes }: Record<string, unknown>) => [username, watch_minutes])
    }
    assert.deepEqual(await board({ day: '2026-02-01' }), [
      ['viewer20', 50],
      ['viewer21', 20],
    ])
    assert.deepEqual(await board({ date_from: '2026-02-01', date_to: '2026-02-28' }), [
      ['viewer21', 110],
      ['viewer20', 50],
    ])
    assert.ok((await board({})).length > 2)
    const wrong = await owner.call(
      'list-viewers',
      { platform: 'twitch', by: 'points', day: '2026-02-01' },
      { status: 400 },
    )
    assert.match(wrong.body.error, /^by must be watch/)
  })

  describe('in a file', () => {
    const send = (rows: object[], client = owner) =>
      client.call('import-viewers', { platform: 'kick', rows }, { status: 'any' })

    it('are imported line by line, what is wrong reported by its line', async () => {
      const rows = [
        { line: 2, username: 'viewer30', points: '120', watch_minutes: '60', coin: '4' },
        { line: 3, username: '@Viewer31', points: '7' },
        { line: 4, user_id: 'k-9001', username: 'newcomer', points: '1' },
        { line: 5, username: 'nobody-at-all', points: '1' },
        { line: 6, username: 'viewer32', points: '-5' },
        { line: 7, username: 'viewer33', points: '1.5' },
        { line: 8, points: '5' },
        { line: 9, username: 'viewer34' },
        { line: 10, username: 'viewer35', watch_minutes: '999999999' },
      ]
      const { status, body } = await send(rows)
      assert.equal(status, 200)
      assert.deepEqual([body.created, body.changed, body.unchanged], [3, 0, 0])
      assert.deepEqual(
        body.failed.map(({ line }: { line: number }) => line),
        [5, 6, 7, 8, 9, 10],
      )
      const errorByRow = Object.fromEntries(
        body.failed.map(({ line, error }: { line: number; error: string }) => [line, error]),
      )
      assert.match(errorByRow[5], /nobody-at-all/)
      assert.match(errorByRow[6], /^points must be a whole number from 0 to 99999999, not -5/)
      assert.match(errorByRow[8], /userid or username/)
      assert.match(errorByRow[9], /neither points, coin nor watch_minutes/)
      const viewer = await find('viewer30')
      assert.deepEqual([viewer.points, viewer.watchMinutes, viewer.coin], [120, 60, 4])
      assert.equal((await find('newcomer')).userId, 'k-9001')
    })

    it('change nothing when they are imported again', async () => {
      const rows = [
        { line: 2, username: 'viewer30', points: '120', watch_minutes: '60', coin: '4' },
        { line: 3, username: 'viewer31', points: '8' },
      ]
      const first = (await send(rows)).body
      assert.deepEqual([first.created, first.changed, first.unchanged], [0, 1, 1])
      const ledger = (await getViewer((await find('viewer31')).id)).ledger.length
      const again = (await send(rows)).body
      assert.deepEqual([again.created, again.changed, again.unchanged], [0, 0, 2])
      assert.equal((await getViewer((await find('viewer31')).id)).ledger.length, ledger)
    })

    it('never take back what was watched on a day of its own', async () => {
      const day = { mode: 'set', amount: 40, day: '2026-03-01', platform: 'PlatformA' }
      await app.call('adjust-watch-time', { username: 'viewer30', ...day })
      const less = (await send([{ line: 2, username: 'viewer30', watch_minutes: '39' }])).body
      assert.match(less.failed[0].error, /^watch_minutes must be at least the 40 watched here/)
      await send([{ line: 2, username: 'viewer30', watch_minutes: '40' }])
      assert.equal((await find('viewer30')).watchMinutes, 40)
    })

    it('are one action of the person who imports them, in batches of a hundred', async () => {
      const before = await lastSeq()
      const rows = Array.from({ length: 100 }, (_, index) => ({
        line: index + 2,
        username: `viewer${index + 101}`,
        points: '3',
      }))
      assert.equal((await send(rows)).body.failed.length, 0)
      const entries = await app.ctx.events.auditBefore(app.ctx.db, app.channel.id, Number.MAX_SAFE_INTEGER, 50)
      const own = entries.filter(({ seq }) => seq > before)
      assert.deepEqual(
        own.map(({ kind }) => kind),
        ['viewers.imported'],
      )
      assert.equal((await send([...rows, { line: 200, username: 'viewer1', points: '1' }])).status, 400)
    })

    it('are exported whole, for editors, and can be imported as they are', async () => {
      const download = async (client: PanelClient, headers: Record<string, string> = {}) =>
        fetch(`${app.url}/panel/viewers.csv?platform=kick`, {
          method: 'POST',
          headers: { Cookie: client.cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
        })
      await send([{ line: 2, user_id: 'k-9002', username: '=1+1', points: '2' }])
      const response = await download(await signInAs(app, 'editor'))
      assert.equal(response.status, 200)
      assert.match(response.headers.get('content-disposition') ?? '', /attachment; filename="viewers-kick.csv"/)
      const lines = (await response.text()).trimEnd().split('\r\n')
      assert.equal(lines[0], 'user_id,username,displayname,points,coin,watch_minutes,message_count')
      assert.ok(lines.includes("k-9002,'=1+1,'=1+1,2,0,0,0"), 'no formula for a table program')
      const { total } = (await owner.call('list-viewers', { platform: 'kick' })).body
      assert.equal(lines.length - 1, total)
      assert.equal((await download(await signInAs(app, 'moderator'))).status, 403)
      assert.equal((await download(owner, { Cookie: '' })).status, 401)
      assert.equal((await download(owner, { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
    })
  })
})
