import type { Answer } from '../../api.ts'
import { musicWords } from '../../words/music-words.ts'
import { playerWords } from '../../words/player-words.ts'
import { PlayerButtons, PlayerLight } from './player-parts.tsx'

interface SpotifyProps {
  readonly state: Answer<'get-music-player'>
  readonly onAct: (deed: () => Promise<unknown>) => Promise<void>
}

/** What Spotify plays; how loud and how far is Spotify's own. */
export function SpotifyPlayer({ state, onAct }: SpotifyProps) {
  const { playing, song } = state
  return (
    <section class="card player" aria-label={playerWords.spotify}>
      <PlayerButtons playing={playing} onAct={onAct} />
      <div class="now">
        <span class="cut">
          <b>{song?.title ?? musicWords.nothing}</b> <span class="soft">{song?.artist}</span>
        </span>
        <span class="faint small">{musicWords.spotifyPlays}</span>
      </div>
      <PlayerLight playing={playing} />
    </section>
  )
}
