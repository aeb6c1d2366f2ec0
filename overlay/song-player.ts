import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { ownUrl } from './values.ts'
/** The volume of a song, with fades. */
export type Fader = { fadeTo: (gain: number) => void; close: () => void }

/** The position on the page may drift this far from the server before the page seeks. */
const driftSeconds = 2
const fadeMs = 250
const stepMs = 40

/** Plays one song. */
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
  element.onloadedmetadata = start

  async function start() {
    if (isOwn) await sound.wake()
    // Nothing plays before the song can be sought: on a slow machine its beginning would be heard first.
    if (isClosed || wanted === undefined || element.readyState < HTMLMediaElement.HAVE_METADATA) return
    const to = wanted()
    if (Math.abs(element.currentTime - to) > driftSeconds && to < element.duration) element.currentTime = to
    fader.fadeTo(1)
    // A broken file raises an error event; blocked sound is detected by resuming the graph.
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

    /** `position` returns where the song should be now, in seconds. */
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
 * A file of another server is silent in the audio graph, unless that server allows it (CORS). So it plays outside the
 * graph, and its own volume follows that of the graph.
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
