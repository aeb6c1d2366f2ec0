import { connections } from '../../state.ts'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { ServiceSetup } from '../service-setups/service-setup.tsx'
import { streamerbotCardMessages as messages } from './messages.ts'

/** The port for decks and widgets that speak the protocol of Streamer.bot. */
export function StreamerbotCard() {
  const live = connections.value.find(({ id }) => id === 'streamerbot')
  const { state, until, message } = live ?? { state: 'off' as const, until: null, message: '' }
  return (
    <section class="card" aria-label={messages.title()}>
      <header>
        <h2 class="grow">{messages.title()}</h2>
        <ConnectionLight connection={{ state, until }} />
      </header>
      <p class="inside soft">{message === '' ? messages.help() : message}</p>
      <div class="card-more">
        <ServiceSetup service="streamerbot" isConfigured={live !== undefined} onChanged={async () => {}} />
      </div>
    </section>
  )
}
