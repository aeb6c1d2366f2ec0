import type { Answer } from '../../api.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Light } from '../../ui/light.tsx'
import { musicWords } from '../../words/music-words.ts'

export type PlayerState = Answer<'get-music-player'>

interface ChoiceProps {
  readonly state: PlayerState
  readonly onAct: (deed: () => Promise<unknown>) => Promise<void>
}

const players = ['built_in', 'spotify'] as const

/** Our own player on the overlay, or the broadcaster's Spotify. */
export function PlayerChoice({ state, onAct }: ChoiceProps) {
  const { player, spotify } = state
  const isReady = spotify.account !== null && !spotify.needs_sign_in
  return (
    <section class="card player-choice">
      <h2 id="player-choice">{musicWords.player}</h2>
      <div class="chips" role="radiogroup" aria-labelledby="player-choice">
        {players.map((one) => (
          <label key={one} class="chip">
            <input
              type="radio"
              name="player"
              checked={player === one}
              disabled={!may('editor') || (one === 'spotify' && !isReady && player !== 'spotify')}
              onChange={() => void onAct(() => call('set-music-player', { player: one }))}
            />
            <span>{musicWords.players[one]}</span>
          </label>
        ))}
      </div>
      {isReady && <Light state="go" word={musicWords.spotifyAs(spotify.account ?? '')} />}
      {!isReady && (
        <span class="faint small">
          {spotify.needs_sign_in ? musicWords.spotifyAgain : musicWords.spotifyAway}{' '}
          <a href="/settings">{musicWords.spotifyWhere}</a>
        </span>
      )}
      {state.trouble !== null && (
        <span class="trouble small" role="alert">
          {state.trouble}
        </span>
      )}
    </section>
  )
}

/** What Spotify plays; how loud and how far is Spotify's own. */
export function SpotifyPlayer({ state, onAct }: ChoiceProps) {
  const { playing, song } = state
  const mayAct = may('moderator')
  return (
    <section class="card player" aria-label={musicWords.players.spotify}>
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
