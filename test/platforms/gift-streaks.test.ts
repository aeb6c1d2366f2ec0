import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createGiftStreaks, type StreakFrame } from '../../src/platforms/tiktok/gift-streaks.ts'

const waitMs = 4_000

function watch({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  const amounts: number[] = []
  const streaks = createGiftStreaks({
    waitMs,
    report: (event) => amounts.push(event.kind === 'bits' ? event.amount : Number.NaN),
  })
  const user = { id: '7000000000000000001', username: 'ana', displayname: 'Ana' }
  let frames = 0
  const gift = (count: number, more: Partial<StreakFrame> = {}) => {
    const about = { kind: 'streak', key: 'ana rose 1', isNumbered: true, id: String(++frames), user } as const
    streaks.take({ ...about, giftName: 'Rose', diamonds: 10, count, isOver: false, ...more })
  }
  return { amounts, gift, streaks, pass: (ms: number) => mock.timers.tick(ms) }
}

describe('a streak of gifts', () => {
  it('counts once, when it ends', (t) => {
    const { amounts, gift, pass } = watch(t)
    gift(1)
    gift(2)
    assert.deepEqual(amounts, [])
    gift(3, { isOver: true })
    gift(3, { isOver: true })
    pass(waitMs * 3)
    assert.deepEqual(amounts, [30])
  })

  it('counts after four seconds without a frame when its end does not come', (t) => {
    const { amounts, gift, pass } = watch(t)
    gift(1)
    pass(waitMs - 1)
    gift(4)
    pass(waitMs - 1)
    assert.deepEqual(amounts, [])
    pass(1)
    pass(waitMs * 3)
    assert.deepEqual(amounts, [40])
  })

  it('adds only what is missing when it goes on or ends after that', (t) => {
    const { amounts, gift, pass } = watch(t)
    gift(4)
    pass(waitMs)
    gift(4, { isOver: true })
    gift(3)
    gift(6)
    gift(7, { isOver: true })
    pass(waitMs)
    assert.deepEqual(amounts, [40, 30])
  })

  it('without a number ends where a smaller count begins another one', (t) => {
    const { amounts, gift, pass } = watch(t)
    const more = { key: 'ana rose', isNumbered: false }
    gift(5, more)
    gift(1, more)
    gift(2, { ...more, isOver: true })
    pass(waitMs)
    assert.deepEqual(amounts, [50, 20])
  })

  it('is not reported after the listener has stopped', (t) => {
    const { amounts, gift, streaks, pass } = watch(t)
    gift(5)
    streaks.close()
    pass(waitMs * 3)
    assert.deepEqual(amounts, [])
  })
})
