import type { Cue } from '../src/capabilities/overlay/contract/cues.ts'
import type { Report } from '../src/registry/overlay-messages.ts'
import type { Memory } from './memory.ts'

/** Cues that were queued when the page was reloaded expire this much later. */
const keptMs = 10 * 60_000

/** Takes cues in: each once, confirmed to the server, and shown unless it has expired. */
export function createCueIntake({
  memory,
  report,
  show,
  now,
}: {
  memory: Pick<Memory, 'note' | 'dropWaiting' | 'listWaiting'>
  report: (report: Report) => void
  show: (cue: Cue) => void
  /** The time of the server. */
  now: () => number
}) {
  function showInTime(cue: Cue, graceMs: number = 0) {
    if (cue.expiresAt + graceMs >= now()) return show(cue)
    memory.dropWaiting(cue.id)
    report({ type: 'failed', id: cue.id, reason: 'expired' })
  }

  return {
    take(cue: Cue) {
      const isNew = memory.note(cue)
      report({ type: 'received', id: cue.id })
      if (isNew) showInTime(cue)
    },

    /** What was queued when the page was closed. */
    showKept() {
      for (const cue of memory.listWaiting()) showInTime(cue, keptMs)
    },
  }
}
