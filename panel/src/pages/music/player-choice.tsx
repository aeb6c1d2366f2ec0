import { type Answer, call } from '../../api.ts'
import { may } from '../../state.ts'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { playerMessages } from './messages.ts'

type Choice = Answer<'get-music-player'>

/** Chooses the player. Hidden where there is only one. */
export function PlayerChoice() {
  const changes = useLogCount('setting', 'platform', 'music')
  const { value, act } = useLoaded(() => call('get-music-player', {}), [changes])
  if (value === undefined || !value.spotify.available) return null

  const choose = (player: Choice['player']) =>
    act(async () => {
      await call('set-music-player', { player })
      showToast(playerMessages.changed())
    })

  const helps = { built_in: playerMessages.builtInHelp(), spotify: spotifyHelp(value) }
  const isReady = value.spotify.account !== null
  return (
    <section class="card" aria-label={playerMessages.title()}>
      <header>
        <h2 class="grow">{playerMessages.title()}</h2>
        <span class="faint small wide-only">{playerMessages.help()}</span>
      </header>
      <div class="inside" role="radiogroup" aria-label={playerMessages.title()}>
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
              <b>{playerMessages[player]()}</b> <span class="soft">{helps[player]}</span>
            </span>
          </label>
        ))}
      </div>
    </section>
  )
}

function spotifyHelp({ spotify, player, error }: Choice): string {
  if (spotify.account === null) return playerMessages.notConnected()
  if (spotify.needs_sign_in) return playerMessages.needsSignIn()
  return player === 'spotify' && error !== null ? error : playerMessages.spotifyHelp({ account: spotify.account })
}
