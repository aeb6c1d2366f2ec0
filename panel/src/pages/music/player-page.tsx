import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { may, playerChanges } from '../../state.ts'
import { SecretLink } from '../../ui/copy.tsx'
import { Light } from '../../ui/light.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { playerPageMessages } from './messages.ts'

/** The second browser source, which plays videos of YouTube. Its link is for editors, as that of the overlay. */
export function PlayerPage() {
  return may('editor') ? <PlayerLink /> : null
}

function PlayerLink() {
  const { value } = useLoaded(() => call('get-player-page', {}), [playerChanges.value])
  const [isShown, setShown] = useState(false)
  if (value === undefined) return null
  const state = value.open ? playerPageMessages.open() : playerPageMessages.closed()
  return (
    <section class="card" aria-label={playerPageMessages.title()}>
      <header>
        <h2 class="grow">{playerPageMessages.title()}</h2>
        <Light state={value.open ? 'go' : 'off'} word={state} />
      </header>
      <div class="inside stack tight">
        <p class="soft small">{playerPageMessages.help()}</p>
        {isShown ? <SecretLink link={value.link} /> : <p class="faint small">{playerPageMessages.hidden()}</p>}
        <div class="row wrap">
          <button type="button" class="button" onClick={() => setShown(!isShown)}>
            {isShown ? playerPageMessages.conceal() : playerPageMessages.reveal()}
          </button>
        </div>
      </div>
    </section>
  )
}
