import { knownParts } from '../../steps/step-parts.ts'
import { commandMessages } from './messages.ts'

/** Says that nobody can pay a price in points while viewers earn none. */
export function EarningNote() {
  if (knownParts()?.earns_points !== false) return null
  return (
    <p class="light standby small">
      <span>
        {commandMessages.earningOff()} <a href="/settings/bot">{commandMessages.turnOnEarning()}</a>
      </span>
    </p>
  )
}
