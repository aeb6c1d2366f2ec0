import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLog } from '../../src/kernel/log.ts'
import { defaultSocketTiming } from '../../src/platforms/tiktok/adapter-socket.ts'
import { createEuler } from '../../src/platforms/tiktok/euler.ts'
import { eventually } from '../eventually.ts'
import { eulerKey, eulerUser, type FakeEuler, startFakeEuler } from '../fakes/tiktok-euler.ts'
import { createStillClock } from '../test-clock.ts'

/** The numbers are those in the SDK of Euler Stream: 4006 after a time without messages, 4555 after eight hours. */
const endings = [
  [4006, 'reconnecting', 'Euler Stream ended the connection after its time limit. It is opened again.'],
  [4555, 'reconnecting', 'Euler Stream ended the connection after its time limit. It is opened again.'],
  [4005, 'connected', 'You are not live. TikTok sends events only while you are live.'],
  [4429, 'rate_limited', undefined],
  [4401, 'needs_sign_in', 'Euler Stream rejected the key or the username of this server.'],
  [1011, 'reconnecting', 'Euler Stream cannot be reached.'],
] as const

describe('what Euler Stream means when it closes a connection', () => {
  let euler: FakeEuler
  before(async () => {
    euler = await startFakeEuler()
  })
  after(() => euler.close())

  for (const [code, state, message] of endings) {
    it(`with ${code} is ${state}`, async (t) => {
      const seen: { readonly state: string; readonly message: string }[] = []
      const adapter = createEuler({
        clock: createStillClock(),
        log: createLog('info', () => {}),
        url: euler.url,
        username: eulerUser,
        key: eulerKey,
        timing: { ...defaultSocketTiming, firstRetryMs: 600_000, longestRetryMs: 600_000, offlineMs: 600_000 },
      })
      const isOpen = () => euler.connections === 1
      t.after(
        adapter.open({ report: () => {}, setStatus: (one) => seen.push({ ...one, message: String(one.message) }) }),
      )
      await eventually('it is open', isOpen)
      await eventually('it is connected', () => seen.some((one) => one.state === 'connected'))
      const before = seen.length
      euler.cut(code)
      await eventually('it is closed', () => seen.length > before)
      assert.equal(seen[before]?.state, state)
      if (message !== undefined) assert.equal(seen[before]?.message, message)
    })
  }
})
