import type { Log } from '../../kernel/log.ts'
import type { ObsRequests } from '../../platforms/obs/requests.external.ts'
import type { OverlayReport } from './contract/obs.ts'
import { type LinkKind, reportOverlay } from './overlay-report.ts'

/** Changes come in groups: a scene collection that is loaded reports each of its sources. */
const delayMs = 100

/** Checks how the overlay stands in one OBS, and keeps the last result. */
export function createOverlayChecks(needs: {
  log: Log
  channelId: number
  requests: ObsRequests
  kindOfLink: (url: string) => Promise<LinkKind>
  /** Undefined while OBS is not connected. */
  sceneOnAir: () => string | undefined
  /** The result is another one than before. */
  onChange: () => void
}) {
  const { log, channelId, requests, kindOfLink, sceneOnAir, onChange } = needs
  let result: OverlayReport | null = null
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  /** One at a time, so that the newest check is the last. */
  function check(): Promise<void> {
    last = last.then(async () => {
      const scene = sceneOnAir()
      if (scene === undefined) return
      let found: OverlayReport | null = null
      try {
        found = await reportOverlay(requests, scene, kindOfLink)
      } catch (error) {
        log.info('the overlay could not be looked up in OBS', { channelId, error })
      }
      if (sceneOnAir() === undefined) return
      const isNew = JSON.stringify(found) !== JSON.stringify(result)
      result = found
      if (isNew) onChange()
    })
    return last
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    /** Null while it is not known. */
    get result(): OverlayReport | null {
      return result
    },

    check,

    /** After something changed in OBS, together with the changes that follow at once. */
    checkSoon(): void {
      if (timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        void check()
      }, delayMs).unref()
    },

    /** Resolves once every change so far is checked. */
    async settled(): Promise<void> {
      if (timer !== undefined) {
        stopTimer()
        void check()
      }
      await last
    },

    forget(): void {
      result = null
      stopTimer()
    },
  }
}
