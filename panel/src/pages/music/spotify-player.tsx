import type { Answer } from '../../api.ts'
import { musicMessages, playerMessages } from './messages.ts'
import { PlayerButtons, PlayerLight } from './player-parts.tsx'

interface SpotifyProps {
  readonly state: Answer<'get-music-player'>
  readonly onAct: (action: () => Promise<unknown>) => Promise<void>
}

/** Shows what Spotify plays. Volume and position are controlled in Spotify. */
export function SpotifyPlayer({ state, onAct }: SpotifyProps) {
  const { playing, song } = state
  return (
    <section class="card player" aria-label={playerMessages.spotify()}>
      <PlayerButtons playing={playing} onAct={onAct} />
      <div class="now">
        <span class="cut">
          <b>{song?.title ?? musicMessages.noSong()}</b> <span class="soft">{song?.artist}</span>
        </span>
        <span class="faint small">{musicMessages.spotifyPlaying()}</span>
      </div>
      <PlayerLight playing={playing} />
    </section>
  )
}
