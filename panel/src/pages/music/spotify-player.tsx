import { type Answer, call } from '../../api.ts'
import { may } from '../../state.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Light } from '../../ui/light.tsx'
import { musicWords } from '../../words/music-words.ts'
import { playerWords } from '../../words/player-words.ts'

interface SpotifyProps {
  readonly state: Answer<'get-music-player'>
  readonly onAct: (deed: () => Promise<unknown>) => Promise<void>
}

/** What Spotify plays; how loud and how far is Spotify's own. */
export function SpotifyPlayer({ state, onAct }: SpotifyProps) {
  const { playing, song } = state
  const mayAct = may('moderator')
  return (
    <section class="card player" aria-label={playerWords.spotify}>
      <div class="buttons">
        <button
          type="button"
          class="button primary round"
          disabled={!mayAct}
          aria-label={playing ? musicWords.pause : musicWords.play}
          onClick={() => void onAct(() => (playing ? call('pause-music', {}) : call('play-music', {})))}
        >
          <Glyph name={playing ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          class="button icon"
          disabled={!mayAct}
          aria-label={musicWords.skip}
          onClick={() => void onAct(() => call('skip-music', {}))}
        >
          <Glyph name="skip" />
        </button>
      </div>
      <div class="now">
        <span class="cut">
          <b>{song?.title ?? musicWords.nothing}</b> <span class="soft">{song?.artist}</span>
        </span>
        <span class="faint small">{musicWords.spotifyPlays}</span>
      </div>
      <Light
        state={playing ? 'go' : 'standby'}
        glow={playing}
        word={playing ? musicWords.playing : musicWords.paused}
      />
    </section>
  )
}
