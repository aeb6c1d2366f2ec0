import '../../ui/chart-place.css'
import { useEffect } from 'preact/hooks'
import { fallbackDay } from '../../../../src/capabilities/viewers/contract/fallback-day.ts'
import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { nameOfActor } from '../../actor-names.ts'
import { call } from '../../api.ts'
import { clockOrDay, minutes, number, wholeTime } from '../../format.ts'
import { onLog } from '../../live.ts'
import { may, now } from '../../state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { later } from '../../ui/later.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Figure, LoadError, useLoaded } from '../../ui/parts.tsx'
import { Accounts } from './accounts.tsx'
import { Adjust } from './adjust.tsx'
import { viewerMessages } from './messages.ts'
import { Privacy } from './privacy.tsx'
import type { ViewerAnswer } from './viewer-answer.ts'

const WatchChart = later(() => import('./watch-chart.tsx').then(({ WatchChart: chart }) => chart))

export function ViewerDetail({ id, onChanged }: { id: number; onChanged: () => Promise<void> }) {
  const { value, error, reload } = useLoaded(() => call('get-viewer', { viewer_id: id }), [id])
  useEffect(() => onLog(({ viewerId }) => void (viewerId === id && reload())), [id])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
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
        <BackLink href="/viewers" label={viewerMessages.back()} />
        <Avatar name={viewer.displayname} large />
        <h2 class="cut grow">{viewer.displayname}</h2>
        <span class="tag">{platformTitles[viewer.platform]}</span>
      </header>
      <dl class="viewer-figures inside">
        <Figure word={viewerMessages.points()} value={number(viewer.points)} />
        <Figure word={viewerMessages.coin()} value={number(viewer.coin)} />
        <Figure word={viewerMessages.watchTime()} value={minutes(viewer.watch_minutes)} />
        <Figure word={viewerMessages.messages()} value={number(viewer.message_count)} />
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
        <h2>{viewerMessages.history()}</h2>
        {ledger.length === 0 ? <p class="faint small">{viewerMessages.noHistory()}</p> : <Ledger rows={ledger} />}
      </section>
      <Privacy answer={value} onErased={onChanged} />
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
        <h2 class="grow">{viewerMessages.byDay()}</h2>
        {watched.length > 0 && (
          <span class="faint small figure">
            {viewerMessages.watchedIn({ minutes: minutes(sum), days: watched.length })}
          </span>
        )}
      </div>
      {watched.length === 0 && undated === 0 && <p class="faint small">{viewerMessages.noWatchTime()}</p>}
      {undated > 0 && <p class="faint small">{viewerMessages.undated({ minutes: minutes(undated) })}</p>}
      {watched.length > 0 && (
        <>
          <div class="chart-place">
            <WatchChart days={watched} />
          </div>
          <details>
            <summary class="soft small">{viewerMessages.asTable()}</summary>
            <table class="flat">
              <thead>
                <tr>
                  <th scope="col">{viewerMessages.day()}</th>
                  <th scope="col" class="number">
                    {viewerMessages.watchTime()}
                  </th>
                  <th scope="col" class="number">
                    {viewerMessages.messages()}
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
          <th scope="col">{viewerMessages.when()}</th>
          <th scope="col">{viewerMessages.reason()}</th>
          <th scope="col" class="wide-only">
            {viewerMessages.by()}
          </th>
          <th scope="col" class="number">
            {viewerMessages.change()}
          </th>
          <th scope="col" class="number">
            {viewerMessages.balance()}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ seq, at, currency, reason, actor, request_id, delta, balance }) => (
          <tr key={`${seq} ${currency}`}>
            <td class="soft">
              <time dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
                {clockOrDay(at, now.value)}
              </time>
            </td>
            <td class="cut reason" title={reason}>
              {mixed
                ? (currency === 'coin' ? viewerMessages.coinsReason : viewerMessages.pointsReason)({ reason })
                : reason}
            </td>
            <td class="cut by soft wide-only" title={viewerMessages.request({ id: request_id })}>
              {nameOfActor(actor)}
              <code class="cut faint small request">{request_id}</code>
            </td>
            <td class="number">{delta > 0 ? `+${number(delta)}` : number(delta)}</td>
            <td class="number">{number(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
