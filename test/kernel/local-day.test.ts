import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localDay } from '../../src/kernel/text/local-day.ts'

describe('the day of a moment', () => {
  for (const [zone, moment, day] of [
    ['UTC', '2026-01-15T23:59:59.999Z', '2026-01-15'],
    ['Pacific/Kiritimati', '2026-01-15T10:00:00Z', '2026-01-16'],
    ['Pacific/Pago_Pago', '2026-01-15T10:59:59Z', '2026-01-14'],
    ['America/New_York', '2026-07-01T03:59:59Z', '2026-06-30'],
    ['America/New_York', '2026-07-01T04:00:00Z', '2026-07-01'],
    ['Europe/Berlin', '2025-12-31T23:00:00Z', '2026-01-01'],
  ] as const) {
    it(`is ${day} in ${zone} at ${moment}`, () => {
      assert.equal(localDay(zone, Date.parse(moment)), day)
    })
  }
})
