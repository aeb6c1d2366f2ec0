import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { ownUrl } from './values.ts'
/** How loud a song is, and the way there. */
export type Fader = { fadeTo: (gain: number) => void; close: () => void }

/** The page and the server may differ by this much before the page jumps. */
const driftSeconds = 2
const fadeMs = 250
const stepMs = 40

/** One song as it plays. */
export function createSongPlayer(url: string, sound: Sound, timers: Timers, onBroken: () => void) {
  const element = new Audio()
  element.preload = 'auto'
  element.src = url
  const isOwn = ownUrl(url) !== undefined
  const fader = isOwn ? faderInGraph(element, sound) : faderOfElement(element, sound, timers)
  let release: (() => void) | undefined
  let wanted: (() => number) | undefined
  let isClosed = false
  element.onerror = () => {
    if (!isClosed) onBroken()
  }
  element.onloadedmetadata = seek

  function seek() {
    const to = wanted?.()
    if (to === undefined || element.readyState < HTMLMediaElement.HAVE_METADATA) return
    if (Math.abs(element.currentTime - to) > driftSeconds && to < element.duration) element.currentTime = to
  }

  async function start() {
    if (isOwn) await sound.wake()
    if (isClosed || wanted === undefined) return
    seek()
    fader.fadeTo(1)
    // A file that is broken says so itself; a browser that wants a click first is found out by waking the graph.
    await element.play().catch(() => sound.wake())
  }

  function rest() {
    fader.fadeTo(0)
    timers.after(fadeMs, () => {
      if (wanted !== undefined && !isClosed) return
      element.pause()
      release?.()
      release = undefined
      if (!isClosed) return
      element.removeAttribute('src')
      element.load()
      fader.close()
    })
  }

  return {
    url,

    /** position: in seconds, where the song should be at the time of asking */
    play(position: () => number) {
      wanted = position
      if (isOwn) release ??= sound.hold()
      void start()
    },

    pause() {
      if (wanted === undefined) return
      wanted = undefined
      rest()
    },

    close() {
      isClosed = true
      wanted = undefined
      rest()
    },
  }
}

function faderInGraph(mediaElement: HTMLMediaElement, sound: Sound): Fader {
  const bus = sound.music
  const context = bus.context as AudioContext
  const source = new MediaElementAudioSourceNode(context, { mediaElement })
  const fader = new GainNode(context, { gain: 0 })
  source.connect(fader).connect(bus)
  return {
    fadeTo(gain) {
      fader.gain.cancelScheduledValues(context.currentTime)
      fader.gain.setTargetAtTime(gain, context.currentTime, fadeMs / 3000)
    },
    close() {
      source.disconnect()
      fader.disconnect()
    },
  }
}

/**
 * A file of another server is silent in the graph, unless that server allows it. So it sounds beside it, and its own
 * volume goes where that of the graph would.
 */
function faderOfElement(element: HTMLMediaElement, sound: Sound, timers: Timers): Fader {
  let wanted = 0
  let cancelStep: (() => void) | undefined
  element.volume = 0
  const unfollow = sound.followMusic(step)

  function step() {
    cancelStep?.()
    cancelStep = undefined
    const far = wanted * sound.musicVolume() - element.volume
    const most = stepMs / fadeMs
    element.volume = Math.min(Math.max(element.volume + Math.min(Math.max(far, -most), most), 0), 1)
    if (Math.abs(far) > most) cancelStep = timers.after(stepMs, step)
  }

  return {
    fadeTo(gain) {
      wanted = gain
      step()
    },
    close() {
      unfollow()
      cancelStep?.()
    },
  }
}
