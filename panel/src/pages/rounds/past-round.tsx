import { listed } from '../../format.ts'
import { Light } from '../../ui/light.tsx'
import { Ago } from '../../ui/parts.tsx'
import { roundMessages } from './messages.ts'
import { Proof } from './proof.tsx'
import { Results } from './results.tsx'
import { kindTitle, type Round, statuses } from './round.ts'

interface PastProps {
  readonly round: Round
  readonly onAct: (action: () => Promise<unknown>) => Promise<void>
}

/** A round that has ended, with its winners and what proves them. */
export function PastRound({ round, onAct }: PastProps) {
  const { kind, title: name, status, entries } = round
  const { light, title: statusTitle } = statuses[status]
  const endedAt = round.ended_at ?? round.closed_at ?? round.opened_at
  return (
    <li>
      <div class="row">
        <span class="grow cut">
          <b>{name}</b>
          <span class="faint small">
            {kindTitle(kind)} · {roundMessages.entries({ count: entries })}
          </span>
        </span>
        <Light state={light} word={statusTitle()} />
        <span class="faint small nowrap">
          <Ago at={Date.parse(endedAt)} />
        </span>
      </div>
      <Outcome round={round} />
      <Results round={round} />
      <Proof round={round} onAct={onAct} />
    </li>
  )
}

function Outcome({ round: { kind, status, winners, option } }: { round: Round }) {
  if (status !== 'drawn') return null
  if (option !== null) return <p>{roundMessages.wasRight({ option })}</p>
  if (kind === 'prediction') return null
  if (winners.length === 0) return <p class="soft">{roundMessages.noWinners()}</p>
  const names = listed(winners.map(({ displayname }) => displayname))
  return <p class="winners">{roundMessages.won({ count: winners.length, names })}</p>
}
