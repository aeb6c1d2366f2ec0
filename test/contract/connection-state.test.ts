import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  connectionWords,
  isFine,
  mostUrgent,
  needsPerson,
  shownStates,
} from '../../src/definitions/connection-state.ts'

const now = Date.UTC(2026, 10, 15, 20, 0, 0)

describe('the words for a connection', () => {
  it('count down to the next attempt', () => {
    const at = (until: number | null) => connectionWords({ state: 'reconnecting', until }, now)
    assert.equal(at(now + 12_000), 'Reconnecting in 12 s')
    assert.equal(at(now + 11_001), 'Reconnecting in 12 s')
    assert.equal(at(now + 500), 'Reconnecting in 1 s')
    assert.equal(at(now + 10 * 60_000), 'Reconnecting in 10 min')
    assert.equal(at(now - 1), 'Reconnecting')
    assert.equal(at(null), 'Reconnecting')
  })

  it('name the end of a limit, with the day if it is not today', () => {
    const at = (until: number | null) => connectionWords({ state: 'rate_limited', until }, now)
    assert.match(at(now + 60_000), /^Rate-limited until \d{1,2}:\d\d/)
    assert.match(at(now + 30 * 60 * 60_000), /^Rate-limited until \w+ \d+, 2026/)
    assert.equal(at(null), 'Rate-limited')
  })

  it('name the missing permission', () => {
    const status = { state: 'missing_permission', until: null } as const
    assert.equal(connectionWords(status, now, ['See Bits']), 'Missing permission: See Bits')
    assert.equal(connectionWords(status, now), 'Missing permission')
  })

  it('exist for every state', () => {
    for (const state of shownStates) assert.notEqual(connectionWords({ state, until: null }, now), '')
    assert.equal(connectionWords({ state: 'needs_sign_in', until: null }, now), 'Needs sign-in')
  })
})

describe('the states of a connection', () => {
  it('say who has to do something', () => {
    assert.deepEqual(shownStates.filter(needsPerson), ['missing_permission', 'needs_sign_in', 'failed'])
    assert.deepEqual(shownStates.filter(isFine), ['off', 'waiting', 'connected', 'limited'])
  })

  it('are shown by the most urgent one', () => {
    const of = (...states: ('connected' | 'missing_permission' | 'reconnecting' | 'needs_sign_in')[]) =>
      mostUrgent([{ state: 'connected' }, ...states.map((state) => ({ state }))]).state
    assert.equal(of(), 'connected')
    assert.equal(of('missing_permission', 'connected'), 'missing_permission')
    assert.equal(of('reconnecting', 'missing_permission'), 'reconnecting')
    assert.equal(of('needs_sign_in', 'reconnecting'), 'needs_sign_in')
  })
})
