import { number } from '../../format.ts'
import { roundMessages } from './messages.ts'
import type { Round } from './round.ts'

/** The options with a bar for their share. The numbers say the same as the bars. */
export function Results({ round }: { round: Round }) {
  const { results, kind, option: cameTrue } = round
  if (results.length === 0) return null
  const isByPoints = kind === 'prediction'
  const all = results.reduce((sum, one) => sum + (isByPoints ? one.points : one.entries), 0)
  return (
    <ul class="round-results">
      {results.map(({ option, entries, points }, index) => {
        const share = all === 0 ? 0 : ((isByPoints ? points : entries) / all) * 100
        return (
          <li key={option} class={option === cameTrue ? 'is-right' : ''}>
            <span class="faint figure">{index + 1}</span>
            <span class="cut">{option}</span>
            <span class="figure nowrap soft small">
              {isByPoints ? roundMessages.points({ count: points }) : number(entries)}
              {isByPoints && ` · ${roundMessages.entries({ count: entries })}`}
            </span>
            <span class="share" aria-hidden="true">
              <span style={{ width: `${share}%` }} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
