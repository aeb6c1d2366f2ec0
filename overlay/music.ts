import type { PlayerState } from '../src/contract/overlay-messages.ts'
import { makeSongCard } from './cards.ts'
import { createDeck } from './song-player.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { ownUrl } from './values.ts'

const broken = 'the song could not be played'

/**
 * Plays what the server says, where it says. The server reckons the position, so a page that comes back, or a second
 * one, is in the right place.
 */
export function createMusic({
  place,
  sound,
  timers,
  trouble,
}: {
  place: HTMLElement
  sound: Sound
  timers: Timers
  trouble: (id: string, reason: string) => void
}) {
  let deck: ReturnType<typeof createDeck> | undefined
  let told: { state: PlayerState; at: number } | undefined
  let tick: ReturnType<typeof setTimeout> | undefined

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

  function showCard({ playing, song }: PlayerState) {
    const wanted = playing && song !== null ? song : undefined
    const current = place.firstElementChild
    const isThere = current instanceof HTMLElement && current.dataset.id === String(wanted?.id)
    if (wanted === undefined || !isThere) place.replaceChildren(...(wanted === undefined ? [] : [makeSongCard(wanted)]))
    if (wanted === undefined) clearTimeout(tick)
    else drawProgress()
  }

  function play({ playing, song }: PlayerState) {
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
    follow(state: PlayerState) {
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

/** Songs alone may come from elsewhere, where the broadcaster says so. */
function foreignUrl(value: unknown) {
  return typeof value === 'string' && value.startsWith('https://') ? value : undefined
}
