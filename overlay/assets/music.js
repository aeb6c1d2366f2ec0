// @ts-check
import { makeSongCard } from './cards.js'
import { ownUrl } from './values.js'

/** @import { PlayerState } from '../../src/contract/overlay-messages.ts' */
/** @import { Sound } from './sound.js' */
/** @import { Timers } from './timers.js' */

/** The page and the server may differ by this much before the page jumps. */
const driftSeconds = 2
const fadeMs = 250
const broken = 'the song could not be played'

/**
 * Plays what the server says, where it says. The server reckons the position, so a page that comes back, or a second
 * one, is in the right place.
 * @param {{ place: HTMLElement, sound: Sound, timers: Timers, trouble: (id: string, reason: string) => void }} needs
 */
export function createMusic({ place, sound, timers, trouble }) {
  /** @type {ReturnType<typeof createDeck> | undefined} */
  let deck
  /** @type {{ state: PlayerState, at: number } | undefined} */
  let told
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let tick

  function positionMs() {
    if (told === undefined) return 0
    return told.state.positionMs + (told.state.playing ? performance.now() - told.at : 0)
  }

  function drawProgress() {
    const bar = place.querySelector('.progress')
    const seconds = told?.state.song?.seconds ?? 0
    if (!(bar instanceof HTMLElement)) return
    bar.style.setProperty('--gone', String(seconds > 0 ? Math.min(positionMs() / 1000 / seconds, 1) : 0))
    clearTimeout(tick)
    if (seconds > 0) tick = setTimeout(drawProgress, 1_000)
  }

  /** @param {PlayerState} state */
  function showCard({ playing, song }) {
    const wanted = playing && song !== null ? song : undefined
    const current = place.firstElementChild
    const isThere = current instanceof HTMLElement && current.dataset.id === String(wanted?.id)
    if (wanted === undefined || !isThere) place.replaceChildren(...(wanted === undefined ? [] : [makeSongCard(wanted)]))
    if (wanted === undefined) clearTimeout(tick)
    else drawProgress()
  }

  /** @param {PlayerState} state */
  function play({ playing, song }) {
    const url = song === null ? undefined : ownUrl(song.url)
    if (sound.isSilent) return
    if (deck !== undefined && deck.url !== url) {
      deck.close()
      deck = undefined
    }
    if (url === undefined || song === null) return
    if (deck === undefined && playing) deck = createDeck(url, sound, timers, () => trouble(`song_${song.id}`, broken))
    if (playing) deck?.play(() => positionMs() / 1000)
    else deck?.pause()
  }

  return {
    /** @param {PlayerState} state */
    follow(state) {
      told = { state, at: performance.now() }
      showCard(state)
      play(state)
    },

    /** After someone allowed the page to sound. */
    again() {
      if (told !== undefined) play(told.state)
    },
  }
}

/**
 * One song on its way into the music bus.
 * @param {string} url
 * @param {Sound} sound
 * @param {Timers} timers
 * @param {() => void} onBroken
 */
function createDeck(url, sound, timers, onBroken) {
  const element = new Audio()
  element.preload = 'auto'
  element.src = url
  const bus = sound.music
  const context = /** @type {AudioContext} */ (bus.context)
  const source = new MediaElementAudioSourceNode(context, { mediaElement: element })
  const fader = new GainNode(context, { gain: 0 })
  source.connect(fader).connect(bus)
  /** @type {(() => void) | undefined} */
  let release
  /** @type {(() => number) | undefined} */
  let wanted
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

  /** @param {number} gain */
  function fadeTo(gain) {
    fader.gain.cancelScheduledValues(context.currentTime)
    fader.gain.setTargetAtTime(gain, context.currentTime, fadeMs / 3000)
  }

  async function start() {
    await sound.wake()
    if (isClosed || wanted === undefined) return
    seek()
    fadeTo(1)
    // A file that is broken says so itself; a browser that wants a click first is told of elsewhere.
    await element.play().catch(() => {})
  }

  function rest() {
    fadeTo(0)
    timers.after(fadeMs, () => {
      if (wanted !== undefined && !isClosed) return
      element.pause()
      release?.()
      release = undefined
      if (!isClosed) return
      element.removeAttribute('src')
      element.load()
      source.disconnect()
      fader.disconnect()
    })
  }

  return {
    url,

    /** @param {() => number} position in seconds, where the song should be at the time of asking */
    play(position) {
      wanted = position
      release ??= sound.hold()
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
