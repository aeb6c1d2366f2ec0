import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Showcaller as BrandShowcaller } from '../../sdk/brand.ts'
import { paginate, Showcaller, ShowcallerError } from '../../sdk/showcaller.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'

runsOn('sqlite', { because: 'the client is the same on both; the stream is tested on both' })

describe('events and lists with the SDK', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const points = (amount: number) => app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })

  it('loops over events, typed by their type, through broken connections, without gaps and repeats', async () => {
    const controller = new AbortController()
    const connections: AbortController[] = []
    const show = new Showcaller({
      url: app.url,
      key: app.key,
      fetch(address, init) {
        const cut = new AbortController()
        connections.push(cut)
        return fetch(address, {
          ...init,
          signal: AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])]),
        })
      },
    })
    const seen: number[] = []
    const loop = (async () => {
      for await (const event of show.events({ types: ['points.changed'], signal: controller.signal })) {
        // @ts-expect-error the data of this type has no such field
        assert.equal(event.data.viewers, undefined)
        const delta: number = event.data.delta
        assert.equal(event.platform, 'PlatformA')
        seen.push(delta)
      }
    })()
    try {
      await eventually('the connection', async () => {
        await points(1)
        return seen.length > 0
      })
      seen.length = 0
      for (let amount = 10; amount < 30; amount++) {
        await points(amount)
        if (amount % 5 !== 0) continue
        const before = connections.length
        connections.at(-1)?.abort()
        await eventually('another connection', () => connections.length > before)
      }
      await eventually('all of them', () => seen.includes(29))
      assert.deepEqual(
        seen.filter((amount) => amount >= 10),
        Array.from({ length: 20 }, (_, index) => index + 10),
      )
      assert.equal(connections.length, 5)
    } finally {
      controller.abort()
      await loop
    }
  })

  it('says when events were missed, and throws when the key is refused', async () => {
    const show = new Showcaller({ url: app.url, key: app.key })
    const controller = new AbortController()
    const gaps: string[] = []
    const onGap = ({ reason }: { reason: string }) => {
      gaps.push(reason)
      controller.abort()
    }
    for await (const event of show.events({ lastEventId: 'nonsense', signal: controller.signal, onGap }))
      assert.ok(event.id)
    assert.deepEqual(gaps, ['unknown_event'])
    const { key } = await app.makeKey(['points:read'])
    const refused = new Showcaller({ url: app.url, key })
    await assert.rejects(
      async () => {
        for await (const event of refused.events()) assert.fail(event.id)
      },
      (error: unknown) => error instanceof ShowcallerError && error.code === 'missing_scope' && error.status === 403,
    )
  })

  it('has the same with the names of the platforms', () => {
    const show = new BrandShowcaller({ url: app.url, key: app.key })
    // @ts-expect-error this is a name of the other naming
    const options: Parameters<typeof show.events>[0] = { platform: 'PlatformA' }
    const right: Parameters<typeof show.events>[0] = { platform: 'Kick', types: ['channel.donation'] }
    assert.notDeepEqual(options, right)
  })

  it('reads a list page by page', async () => {
    const show = new Showcaller({ url: app.url, key: app.key })
    const names: string[] = []
    for await (const user of paginate((page) => show.getPointsTop({ platform: 'PlatformA', ...page }), 'users', 3)) {
      names.push(user.username)
    }
    const { users, total } = await show.getPointsTop({ platform: 'PlatformA', limit: 100 })
    assert.ok(total > 3)
    assert.deepEqual(
      names,
      users.map(({ username }) => username),
    )
  })
})
