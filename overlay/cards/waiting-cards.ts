import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'
import type { Report } from '../../src/registry/overlay-messages.ts'
import type { Ready } from '../media.ts'
import type { Memory } from '../memory.ts'
import type { Settings } from '../settings.ts'

export type Waiting = { cue: Cue; ready?: Promise<Ready> }

const maxQueued = 1000

/** The cards that have not been shown yet, in memory and for a page that loads again. */
export function createWaitingCards({
  report,
  settings,
  memory,
}: {
  report: (report: Report) => void
  settings: () => Settings
  memory: Pick<Memory, 'putWaiting' | 'dropWaiting'>
}) {
  let queue: Waiting[] = []

  /** The first item with the highest priority. */
  function first() {
    const priority = ({ cue }: Waiting) => (cue.kind === 'effect' ? 0 : settings().priorities[cue.kind])
    return queue.reduce(
      (best, one) => (best === undefined || priority(one) > priority(best) ? one : best),
      undefined as Waiting | undefined,
    )
  }

  return {
    first,

    isFull: () => queue.length >= maxQueued,

    add(cue: Cue) {
      memory.putWaiting(cue)
      queue.push({ cue })
    },

    /** Removes the first one, which is shown now. Until it is visible, a page that loads again shows it. */
    take() {
      const waiting = first()
      queue = queue.filter((one) => one !== waiting)
      return waiting
    },

    drop(isMeant: (cue: Cue) => boolean, reason: string | undefined) {
      for (const { cue } of queue.filter(({ cue }) => isMeant(cue))) {
        memory.dropWaiting(cue.id)
        if (reason !== undefined) report({ type: 'failed', id: cue.id, reason })
      }
      queue = queue.filter(({ cue }) => !isMeant(cue))
    },
  }
}
