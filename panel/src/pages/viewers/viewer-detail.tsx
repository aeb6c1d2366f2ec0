import { useEffect } from 'preact/hooks'
import { fallbackDay } from '../../../../src/contract/fallback-day.ts'
import { nameOfActor } from '../../actor-names.ts'
import { type Answer, call } from '../../api.ts'
import { clockOrDay, minutes, number, wholeTime } from '../../format.ts'
import { onLog } from '../../live.ts'
import { may, now } from '../../state.ts'
import { Face } from '../../ui/face.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { later } from '../../ui/later.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Figure, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { viewerWords as say } from '../../words/viewer-words.ts'
import { words } from '../../words/words.ts'
import { Accounts } from './accounts.tsx'
import { Adjust } from './adjust.tsx'

export type ViewerAnswer = Answer<'get-viewer'>

const WatchChart = later(() => import('./watch-chart.tsx').then(({ WatchChart: chart }) => chart))

export function ViewerDetail({ id, onChanged }: { id: number; onChanged: () => Promise<void> }) {
  const { value, trouble, reload } = useLoaded(() => call('get-viewer', { viewer_id: id }), [id])
  useEffect(() => onLog(({ viewerId }) => void (viewerId === id && reload())), [id])
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  if (value === undefined) {
    return (
      <div class="card">
        <Loading />
      </div>
    )
  }
  const { viewer, days, ledger } = value
  return (
    <div class={`card edge ${viewer.platform}`}>
      <header>
        <BackLink href="/viewers" label={say.back} />
        <Face name={viewer.displayname} large />
        <h2 class="cut grow">{viewer.displayname}</h2>
        <span class="tag">{words.platforms[viewer.platform]}</span>
      </header>
      <dl class="figures inside">
        <Figure word={say.points} value={number(viewer.points)} />
        <Figure word={say.coin} value={number(viewer.coin)} />
        <Figure word={say.watch} value={minutes(viewer.watch_minutes)} />
        <Figure word={say.messages} value={number(viewer.message_count)} />
      </dl>
      {may('moderator') && (
        <Adjust
          viewer={viewer}
          onDone={async () => {
            await reload()
            await onChanged()
          }}
        />
      )}
      <Days days={days} />
      <Accounts answer={value} onChanged={reload} />
      <section class="part">
        <h2>{say.ledger}</h2>
        {ledger.length === 0 ? <p class="faint small">{say.noLedger}</p> : <Ledger rows={ledger} />}
      </section>
    </div>
  )
}

function Days({ days }: { days: ViewerAnswer['days'] }) {
  const watched = days.filter(({ day, minutes: sum }) => sum > 0 && day !== fallbackDay)
  const sum = watched.reduce((total, day) => total + day.minutes, 0)
  const undated = days.find(({ day }) => day === fallbackDay)?.minutes ?? 0
  return (
    <section class="part">
      <div class="row">
        <h2 class="grow">{say.byDay}</h2>
        {watched.length > 0 && <span class="faint small figure">{say.watchedIn(minutes(sum), watched.length)}</span>}
      </div>
      {watched.length === 0 && undated === 0 && <p class="faint small">{say.noDays}</p>}
      {undated > 0 && <p class="faint small">{say.undatedSum(minutes(undated))}</p>}
      {watched.length > 0 && (
        <>
          <div class="chart-place">
            <WatchChart days={watched} />
          </div>
          <details>
            <summary class="soft small">{say.asTable}</summary>
            <table class="flat">
              <thead>
                <tr>
                  <th scope="col">{say.day}</th>
                  <th scope="col" class="number">
                    {say.watch}
                  </th>
                  <th scope="col" class="number">
                    {say.messages}
                  </th>
                </tr>
              </thead>
              <tbody>
                {watched.toReversed().map((day) => (
                  <tr key={day.day}>
                    <td class="soft">{day.day}</td>
                    <td class="number">{minutes(day.minutes)}</td>
                    <td class="number">{number(day.messages)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  )
}

function Ledger({ rows }: { rows: ViewerAnswer['ledger'] }) {
  const mixed = rows.some(({ currency }) => currency === 'coin')
  return (
    <table class="flat ledger">
      <thead>
        <tr>
          <th scope="col">{say.when}</th>
          <th scope="col">{say.reason}</th>
          <th scope="col" class="wide-only">
            {say.by}
          </th>
          <th scope="col" class="number">
            {say.change}
          </th>
          <th scope="col" class="number">
            {say.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ seq, at, currency, reason, actor, delta, balance }) => (
          <tr key={`${seq} ${currency}`}>
            <td class="soft">
              <time dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
                {clockOrDay(at, now.value)}
              </time>
            </td>
            <td class="cut reason" title={reason}>
              {mixed ? `${reason} · ${say.currencies[currency].toLowerCase()}` : reason}
            </td>
            <td class="cut by soft wide-only">{nameOfActor(actor)}</td>
            <td class="number">{delta > 0 ? `+${number(delta)}` : number(delta)}</td>
            <td class="number">{number(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
