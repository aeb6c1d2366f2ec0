// @ts-check
import { makeSongCard } from './cards.js'
import { createDeck } from './deck.js'
import { ownUrl } from './values.js'

/** @import { PlayerState } from '../../src/contract/overlay-messages.ts' */
/** @import { Sound } from './sound.js' */
/** @import { Timers } from './timers.js' */

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
    const url = song === null ? undefined : (ownUrl(song.url) ?? foreignUrl(song.url))
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

/** Songs alone may come from elsewhere, where the broadcaster says so. @param {unknown} value */
function foreignUrl(value) {
  return typeof value === 'string' && value.startsWith('https://') ? value : undefined
}
