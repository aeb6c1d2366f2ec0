import { ServiceCard } from '../service-setups/service-card.tsx'
import { streamerbotCardMessages as messages } from './messages.ts'

/** The port for decks and widgets that speak the protocol of Streamer.bot. */
export function StreamerbotCard() {
  return <ServiceCard service="streamerbot" title={messages.title()} help={messages.help()} />
}
