import { type Answer, call } from '../../api.ts'
import { may } from '../../state.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { say as toast } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { playerWords } from '../../words/player-words.ts'

type Choice = Answer<'get-music-player'>

/** Which player is driven. Where there is only one, there is nothing to choose. */
export function PlayerChoice() {
  const changes = useLogCount('setting', 'platform', 'music')
  const { value, act } = useLoaded(() => call('get-music-player', {}), [changes])
  if (value === undefined || !value.spotify.available) return null

  const choose = (player: Choice['player']) =>
    act(async () => {
      await call('set-music-player', { player })
      toast(playerWords.chosen)
    })

  const helps = { built_in: playerWords.builtInHelp, spotify: spotifyHelp(value) }
  const isReady = value.spotify.account !== null
  return (
    <section class="card" aria-label={playerWords.title}>
      <header>
        <h2 class="grow">{playerWords.title}</h2>
        <span class="faint small wide-only">{playerWords.help}</span>
      </header>
      <div class="inside" role="radiogroup" aria-label={playerWords.title}>
        {(['built_in', 'spotify'] as const).map((player) => (
          <label key={player} class="row">
            <input
              type="radio"
              name="player"
              checked={value.player === player}
              disabled={!may('editor') || (player === 'spotify' && !isReady)}
              onChange={() => void choose(player)}
            />
            <span>
              <b>{playerWords[player]}</b> <span class="soft">{helps[player]}</span>
            </span>
          </label>
        ))}
      </div>
    </section>
  )
}

function spotifyHelp({ spotify, player, trouble }: Choice): string {
  if (spotify.account === null) return playerWords.notConnected
  if (spotify.needs_sign_in) return playerWords.needsSignIn
  return player === 'spotify' && trouble !== null ? trouble : playerWords.spotifyHelp(spotify.account)
}
