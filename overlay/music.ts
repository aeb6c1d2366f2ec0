import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import type { PlayerState } from '../src/capabilities/overlay/contract/player.ts'
import type { Text } from '../src/kernel/text/message.ts'
import { makeSongCard } from './cards/cards.ts'
import { createSongPlayer } from './song-player.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { ownUrl } from './values.ts'

/**
 * Plays the song of the server at the position of the server, so that a page that reconnects, or a second one, is in
 * the right place.
 */
export function createMusic({
  place,
  sound,
  timers,
  warn,
}: {
  place: HTMLElement
  sound: Sound
  timers: Timers
  warn: (id: string, reason: Text) => void
}) {
  let player: ReturnType<typeof createSongPlayer> | undefined
  let latest: { state: PlayerState; at: number } | undefined
  let tick: ReturnType<typeof setTimeout> | undefined

  function positionMs() {
    if (latest === undefined) return 0
    return latest.state.positionMs + (latest.state.playing ? performance.now() - latest.at : 0)
  }

  function drawProgress() {
    const bar = place.querySelector('.progress')
    const seconds = latest?.state.song?.seconds ?? 0
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
    if (player !== undefined && player.url !== url) {
      player.close()
      player = undefined
    }
    if (url === undefined || song === null) return
    if (player === undefined && playing)
      player = createSongPlayer(url, sound, timers, () => warn(`song_${song.id}`, messages.songNotPlayed.of()))
    if (playing) player?.play(() => positionMs() / 1000)
    else player?.pause()
  }

  return {
    follow(state: PlayerState) {
      latest = { state, at: performance.now() }
      showCard(state)
      play(state)
    },

    /** Once sound is no longer blocked. */
    again() {
      if (latest !== undefined) play(latest.state)
    },
  }
}

/** Only songs may come from other servers, at addresses that the broadcaster chose. */
function foreignUrl(value: unknown) {
  return typeof value === 'string' && value.startsWith('https://') ? value : undefined
}
