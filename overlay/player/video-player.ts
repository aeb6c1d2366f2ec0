import type { FramedSong, SongReport } from '../../src/capabilities/player/contract/player-messages.ts'
import type { Timers } from '../timers.ts'
import { createVideoFrame, playerStates, type VideoFrame } from './video-frame.ts'

const reportEveryMs = 2_000
/** An ad in front of the video takes its time; a video that has not begun after this never will. */
const startMs = 60_000

interface Shown {
  readonly id: number
  readonly frame: VideoFrame
  stop(): void
}

/** Plays what the server says in the embedded player of its site, and reports where that player is. */
export function createVideoPlayer({
  stage,
  timers,
  report,
}: {
  stage: HTMLElement
  timers: Timers
  report: (report: SongReport) => void
}) {
  let shown: Shown | undefined
  let wanted: FramedSong | null = null

  function open(song: FramedSong): Shown {
    const { id } = song
    let isOver = false
    let hasPlayed = false
    const end = (last: SongReport) => {
      if (isOver) return
      isOver = true
      report(last)
    }
    const frame = createVideoFrame(stage, song, {
      timers,
      onState(state) {
        hasPlayed ||= state === playerStates.playing
        if (state === playerStates.ended && hasPlayed) end({ type: 'ended', id })
      },
      onError: (code) => end({ type: 'failed', id, code }),
    })
    let cancelReport = timers.after(reportEveryMs, reportPosition)
    let cancelStart = timers.after(startMs, expectStart)

    function reportPosition() {
      cancelReport = timers.after(reportEveryMs, reportPosition)
      if (isOver || wanted?.playing !== true) return
      const { positionMs, seconds } = frame.position()
      report({ type: 'position', id, positionMs: Math.round(positionMs), seconds: Math.round(seconds) })
    }

    /** Counts again from the beginning while the song is paused. */
    function expectStart() {
      if (hasPlayed) return
      if (wanted?.playing === true) end({ type: 'failed', id, code: 0 })
      else cancelStart = timers.after(startMs, expectStart)
    }

    return {
      id,
      frame,
      stop() {
        isOver = true
        cancelReport()
        cancelStart()
        frame.remove()
      },
    }
  }

  return {
    show(song: FramedSong | null) {
      wanted = song
      if (shown !== undefined && shown.id !== song?.id) {
        shown.stop()
        shown = undefined
      }
      if (song === null) return
      if (shown === undefined) shown = open(song)
      else shown.frame.use(song)
    },
  }
}
