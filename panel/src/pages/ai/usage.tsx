import { dollars, number } from '../../format.ts'
import { Meter } from '../../ui/meter.tsx'
import type { AiBotState } from './ai-state.ts'
import { aiMessages } from './messages.ts'

/** What is left of the limits of costs and tokens, in words and as a bar. */
export function Usage({ bot }: { bot: AiBotState }) {
  const { hour, day, hour_limit: hourLimit, day_limit: dayLimit } = bot
  return (
    <section class="usage" aria-label={aiMessages.usage()}>
      <Bar label={aiMessages.costToday()} used={day.cost} limit={dayLimit.cost} show={dollars} />
      <Bar label={aiMessages.costHour()} used={hour.cost} limit={hourLimit.cost} show={dollars} />
      <Bar label={aiMessages.tokensToday()} used={day.tokens} limit={dayLimit.tokens} show={number} />
      <Bar label={aiMessages.tokensHour()} used={hour.tokens} limit={hourLimit.tokens} show={number} />
      <p class="faint small">{aiMessages.usageHelp()}</p>
    </section>
  )
}

interface BarProps {
  readonly label: string
  readonly used: number
  readonly limit: number
  readonly show: (value: number) => string
}

function Bar({ label, used, limit, show }: BarProps) {
  const left = Math.max(limit - used, 0)
  return (
    <div class="usage-bar">
      <span class="row">
        <span class="grow">{label}</span>
        <span class="figure">{aiMessages.left({ left: show(left), limit: show(limit) })}</span>
      </span>
      <Meter value={left} max={limit} />
    </div>
  )
}
