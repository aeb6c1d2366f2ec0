import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CountedLikes, createLikeCounter, type LikeMark } from '../../src/platforms/tiktok/like-counter.ts'
import { turns } from '../eventually.ts'

/** A counter whose reports are sent when the test closes it, so that no time has to pass. */
function counting(mark?: LikeMark) {
  const reports: CountedLikes[] = []
  let stored = mark
  let failures = 0
  const open = () =>
    createLikeCounter({
      everyMs: 1_000_000,
      findMark: async () => stored,
      async report(likes) {
        if (failures-- > 0) throw new Error('the database is away')
        reports.push(likes)
        stored = likes.mark ?? stored
      },
      onError: () => {},
    })
  return {
    reports,
    open,
    fail: (times: number) => {
      failures = times
    },
    async send(counter: ReturnType<typeof createLikeCounter>) {
      counter.close()
      await turns()
    },
  }
}

const like = (count: number, more: { userId?: string; total?: number; room?: string } = {}) => ({
  userId: 'a',
  count,
  ...more,
})

describe('likes', () => {
  it('are one number, however many there are', async () => {
    const { reports, open, send } = counting()
    const counter = open()
    for (let i = 0; i < 5_000; i++) counter.take(like(3, { userId: `viewer ${i % 40}` }))
    await send(counter)
    assert.deepEqual(reports, [{ count: 15_000, people: 40 }])
  })

  it('are exact although TikTok leaves out messages, when it reports the total', async () => {
    const { reports, open, send } = counting()
    const counter = open()
    counter.take(like(2, { total: 102, room: 'r' }))
    // 95 others were not reported, and two messages changed places.
    counter.take(like(1, { total: 200, room: 'r' }))
    counter.take(like(5, { total: 190, room: 'r' }))
    await send(counter)
    counter.take(like(1, { total: 201, room: 'r' }))
    await send(counter)
    assert.deepEqual(
      reports.map(({ count, mark }) => [count, mark?.total]),
      [
        [100, 200],
        [1, 201],
      ],
    )
  })

  it('go on where they were after a crash, and begin anew with another stream', async () => {
    const { reports, open, send } = counting()
    const first = open()
    first.take(like(1, { total: 500, room: 'r' }))
    await send(first)
    // These were never reported: the server crashed.
    first.take(like(1, { total: 540, room: 'r' }))
    const second = open()
    second.take(like(2, { total: 550, room: 'r' }))
    await send(second)
    second.take(like(4, { total: 900, room: 'another' }))
    await send(second)
    assert.deepEqual(
      reports.map(({ count }) => count),
      [1, 50, 4],
    )
  })

  it('that could not be stored are reported later', async () => {
    const { reports, open, send, fail } = counting()
    const counter = open()
    fail(1)
    counter.take(like(7))
    await send(counter)
    counter.take(like(1))
    await send(counter)
    assert.deepEqual(
      reports.map(({ count }) => count),
      [8],
    )
  })

  it('of nothing new are not reported', async () => {
    const { reports, open, send } = counting({ room: 'r', total: 100 })
    const counter = open()
    counter.take(like(3, { total: 100, room: 'r' }))
    await send(counter)
    assert.deepEqual(reports, [])
  })
})
