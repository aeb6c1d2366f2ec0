import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCueIntake } from '../../overlay/cue-intake.ts'
import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'

const cueOf = (id: string, expiresAt: number) => ({ id, expiresAt }) as Partial<Cue> as Cue

describe('cues that reach an overlay page', () => {
  function open(kept: readonly Cue[] = []) {
    const seen = new Set<string>()
    const shown: string[] = []
    const reports: string[] = []
    const dropped: string[] = []
    const intake = createCueIntake({
      memory: {
        note: ({ id }) => !seen.has(id) && seen.add(id) !== undefined,
        dropWaiting: (id) => void dropped.push(id),
        listWaiting: () => [...kept],
      },
      report: ({ type, id }) => void reports.push(`${type} ${id}`),
      show: ({ id }) => void shown.push(id),
      now: () => 1_000_000,
    })
    return { intake, shown, reports, dropped }
  }

  it('are confirmed each time, and shown once', () => {
    const { intake, shown, reports } = open()
    intake.take(cueOf('a', 1_000_001))
    intake.take(cueOf('a', 1_000_001))
    assert.deepEqual([shown, reports], [['a'], ['received a', 'received a']])
  })

  it('are reported and not shown when they have expired by the time of the server', () => {
    const { intake, shown, reports, dropped } = open()
    intake.take(cueOf('late', 999_999))
    assert.deepEqual([shown, reports, dropped], [[], ['received late', 'failed late'], ['late']])
  })

  it('that were queued when the page was closed have ten minutes more', () => {
    const { intake, shown, reports } = open([cueOf('kept', 400_001), cueOf('old', 399_999)])
    intake.showKept()
    assert.deepEqual([shown, reports], [['kept'], ['failed old']])
  })
})
