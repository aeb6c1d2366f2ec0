import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { ObsEvent } from '../../platforms/obs/obs-events.external.ts'
import type { ObsRequests, ObsState } from '../../platforms/obs/requests.external.ts'
import type { NewEvent } from '../../registry/events.ts'

/** The events of the log that are about OBS. */
export type NewObsEvent = Extract<NewEvent, { readonly kind: `obs.${string}` }>

/** Scripts and plugins of OBS can show and hide sources many times a second: the log takes so many in a minute. */
const maxItemsPerMinute = 120
const minuteMs = 60_000

/** Turns the reports of OBS into events of the log, in their order. */
export function createObsJournal(needs: {
  clock: Clock
  log: Log
  channelId: number
  requests: ObsRequests
  record: (event: NewObsEvent) => Promise<void>
}) {
  const { clock, log, channelId, requests, record } = needs
  let written: Promise<void> = Promise.resolve()
  let itemTimes: number[] = []

  function inTurn(work: () => Promise<void>): Promise<void> {
    written = written.then(work).catch((error: unknown) => {
      log.warn('an event of OBS could not be stored', { channelId, error })
    })
    return written
  }

  function isWithinLimit(): boolean {
    const now = clock.steady()
    itemTimes = itemTimes.filter((at) => now - at < minuteMs)
    if (itemTimes.length >= maxItemsPerMinute) return false
    itemTimes.push(now)
    return true
  }

  async function sourceOf(scene: string, itemId: number): Promise<string | undefined> {
    const isMeant = ({ id }: { id: number }) => id === itemId
    try {
      return (await requests.listItems(scene)).find(isMeant)?.source
    } catch {
      // Groups are listed by a request of their own.
      return (await requests.listItems(scene, true)).find(isMeant)?.source
    }
  }

  return {
    note: (event: NewObsEvent): Promise<void> => inTurn(() => record(event)),

    /** `before`: the state until this report. */
    report(event: ObsEvent, before: ObsState): Promise<void> {
      if (event.kind === 'item') {
        if (!isWithinLimit()) return written
        return inTurn(async () => {
          const { scene, itemId, isVisible } = event
          const source = await sourceOf(scene, itemId)
          if (source === undefined) return
          await record({ kind: isVisible ? 'obs.source-shown' : 'obs.source-hidden', data: { scene, source } })
        })
      }
      const logged = eventOf(event, before)
      return logged === undefined ? written : inTurn(() => record(logged))
    },

    settled: (): Promise<void> => written,
  }
}

function eventOf(event: ObsEvent, before: ObsState): NewObsEvent | undefined {
  switch (event.kind) {
    case 'scene':
      if (event.scene === before.scene) return undefined
      return { kind: 'obs.scene-changed', data: { scene: event.scene, previous_scene: before.scene } }
    case 'replay-saved':
      return { kind: 'obs.replay-saved', data: { path: event.path } }
    case 'output': {
      const { output, step, path = null } = event
      // A start that failed reports a stop as well.
      const wasActive = before.outputs[output]
      if (output === 'record' && step === 'started') return { kind: 'obs.recording-started', data: {} }
      if (output === 'record' && step === 'stopped' && wasActive)
        return { kind: 'obs.recording-stopped', data: { path } }
      if (output === 'stream' && step === 'started') return { kind: 'obs.streaming-started', data: {} }
      if (output === 'stream' && step === 'stopped' && wasActive) return { kind: 'obs.streaming-stopped', data: {} }
      return undefined
    }
    default:
      return undefined
  }
}
