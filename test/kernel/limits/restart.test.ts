import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { openLimiter } from '../../../src/kernel/limits/limit-file.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { createTestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { createStillClock, createTestClock } from '../../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('it writes files of limits and starts a server again')

const windowMs = 60_000

describe('the limits of a node', () => {
  let folder: string
  let clock: ReturnType<typeof createStillClock>
  let logLines: string[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'showcaller-limits-'))
    clock = createStillClock()
    logLines = []
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = () => openLimiter({ folder, clock, log: createLog('info', (line) => logLines.push(line)) })
  const current = () => join(folder, 'limits.log')
  /** Empty while there is no file: before the first call, and for a moment whenever a new one begins. */
  const stored = () => {
    try {
      return readFileSync(current(), 'utf8')
    } catch {
      return ''
    }
  }

  it('survive a clean restart exactly', async () => {
    const first = open()
    for (let i = 0; i < 3; i++) first.limiter.take('a', 5)
    clock.pass(20_000)
    first.limiter.take('a', 5)
    first.limiter.take('b', 1)
    await first.close()
    clock.pass(1000)
    const second = open()
    assert.equal(second.limiter.peek('a', 5).remaining, 1)
    assert.equal(second.limiter.take('b', 1).allowed, false)
    assert.equal(second.limiter.take('a', 5).allowed, true)
    assert.equal(second.limiter.take('a', 5).allowed, false)
    // The first three leave the window 60 s after they were made, and not before.
    clock.pass(windowMs - 21_000 - 1)
    assert.equal(second.limiter.take('a', 5).allowed, false)
    clock.pass(3)
    for (let i = 0; i < 3; i++) assert.equal(second.limiter.take('a', 5).allowed, true)
    assert.equal(second.limiter.take('a', 5).allowed, false)
    await second.close()
  })

  it('survive one restart after the other, and are forgotten after a minute', async () => {
    for (let life = 0; life < 5; life++) {
      const { limiter, close } = open()
      assert.equal(limiter.peek('a', 10).remaining, 10 - life)
      limiter.take('a', 10)
      clock.pass(1000)
      await close()
    }
    clock.pass(windowMs + 10)
    const last = open()
    assert.equal(last.limiter.peek('a', 10).remaining, 10)
    assert.equal(stored(), '')
    await last.close()
  })

  it('are saved while they are counted, so that a killed process loses no more than a moment', async () => {
    const killed = open()
    for (let i = 0; i < 7; i++) killed.limiter.take('a', 10)
    await eventually('the calls are saved', () => stored().split(',').length >= 9)
    const next = open()
    assert.equal(next.limiter.peek('a', 10).remaining, 3)
    await next.close()
  })

  it('are private, and a half line that a killed process left is skipped', async () => {
    const first = open()
    first.limiter.take('a', 2)
    await first.close()
    assert.equal(statSync(current()).mode & 0o777, 0o600)
    appendFileSync(current(), '["b",2,17')
    const second = open()
    assert.equal(second.limiter.peek('a', 2).remaining, 1)
    second.limiter.take('c', 1)
    await second.close()
    const third = open()
    assert.equal(third.limiter.peek('c', 1).remaining, 0, 'what is written after it can be read')
    writeFileSync(current(), '\0\0nonsense\n{}\n[1]\n["a",-1,5]\n["a","b"]\n["a",2,"x"]\n')
    assert.equal(open().limiter.peek('a', 2).remaining, 2)
    await third.close()
  })

  it('begin a new file every minute, and keep two at most', async () => {
    const { limiter, close } = open()
    for (let minute = 0; minute < 3; minute++) {
      limiter.take(`minute ${minute}`, 5)
      await eventually('the call is saved', () => stored().includes(`minute ${minute}`))
      clock.pass(windowMs + 1)
    }
    assert.ok(!stored().includes('minute 1'))
    await close()
    assert.equal(readFileSync(join(folder, 'limits.previous.log'), 'utf8').split('\n').length, 2)
  })

  it('stay when the clock on the wall was set back, or the number of allowed calls changed', async () => {
    const first = open()
    for (let i = 0; i < 4; i++) first.limiter.take('a', 5)
    await first.close()
    clock.setWall(clock.now() - 3_600_000)
    const second = open()
    assert.equal(second.limiter.peek('a', 5).remaining, 1)
    second.limiter.take('a', 4)
    assert.equal(second.limiter.peek('a', 4).remaining, 0)
    clock.pass(windowMs + 1)
    assert.equal(second.limiter.peek('a', 4).remaining, 4, 'at most a minute')
    await second.close()
  })

  it('hold although they cannot be saved, which is logged once', async () => {
    const { limiter, close } = open()
    rmSync(folder, { recursive: true })
    for (let i = 0; i < 3; i++) {
      limiter.take(`try ${i}`, 1)
      await eventually('the attempt failed', () => logLines.length > 0)
    }
    assert.equal(limiter.take('try 0', 1).allowed, false)
    await close()
    assert.equal(logLines.filter((line) => line.includes('could not be saved')).length, 1)
    assert.equal(existsSync(folder), false, 'a deleted folder is not created again')
  })
})

describe('a server that starts again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-limits-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('continues the limit of a key where it was', async () => {
    const clock = createTestClock()
    const first = await createTestApp({ folder, clock })
    const { key } = first
    const call = (app: typeof first) => app.call('get-points-top', { platform: 'PlatformA' }, { key, status: 'any' })
    const limit = Number(/q=(\d+)/.exec((await call(first)).headers.get('ratelimit-policy') ?? '')?.[1])
    for (let i = 1; i < limit - 1; i++) await call(first)
    await first.close({ keepFolder: true })
    const second = await createTestApp({ folder, clock })
    try {
      assert.equal((await call(second)).status, 200)
      const refused = await call(second)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) <= 60)
      clock.advance(windowMs + 10)
      assert.equal((await call(second)).status, 200)
    } finally {
      await second.close()
    }
  })
})
