import './stream-reports.css'
import { useLocation, useRoute } from 'preact-iso'
import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { type Answer, call } from '../../api.ts'
import { clock, date, duration, listed, number, wholeTime } from '../../format.ts'
import { now } from '../../state.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Figure, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { streamReportMessages as messages, reportRows } from './report-messages.ts'
import { type Report, type RowName, rowNames, shown } from './report-rows.ts'
import { Timeline } from './timeline.tsx'

type PastStream = Answer<'list-streams'>['streams'][number]

/** Past streams, one at a time. */
export function StreamReports() {
  const { params } = useRoute()
  const { route } = useLocation()
  const { value, error, reload } = useLoaded(() => call('list-streams', {}), [])
  const streams = value?.streams ?? []
  const chosen = streams.find(({ seq }) => String(seq) === params.seq) ?? streams[0]
  return (
    <div class="width stream-reports">
      <Heading title={messages.title()} lead={messages.lead()}>
        <a class="button" href="/activity">
          <Icon name="back" />
          {messages.back()}
        </a>
      </Heading>
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {value === undefined && error === undefined && <Loading />}
      {value !== undefined && chosen === undefined && (
        <section class="card">
          <Empty title={messages.none()}>
            <p class="soft">{messages.noneHelp()}</p>
          </Empty>
        </section>
      )}
      {chosen !== undefined && (
        <>
          <Field label={messages.stream()}>
            {(attributes) => (
              <select
                {...attributes}
                value={chosen.seq}
                onChange={(event) => route(`/activity/streams/${event.currentTarget.value}`)}
              >
                {streams.map((stream) => (
                  <option key={stream.seq} value={stream.seq}>
                    {nameOf(stream)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <OneReport key={chosen.seq} seq={chosen.seq} />
        </>
      )}
    </div>
  )
}

function nameOf({ from, to, title, platforms }: PastStream): string {
  const length = to === null ? messages.running() : duration(to - from)
  const where = listed(platforms.map((platform) => platformTitles[platform]))
  return `${date(from)}, ${clock(from)} · ${title || messages.untitled()} · ${where} · ${length}`
}

function OneReport({ seq }: { seq: number }) {
  const { value, error, reload } = useLoaded(() => call('get-stream-report', { seq }), [seq])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading rows={10} />
  const { points, moments, stream } = value
  return (
    <>
      <section class="card">
        <header>
          <h2 class="grow">{stream.title || messages.untitled()}</h2>
          <button type="button" class="button small" onClick={() => exportReport(value)}>
            <Icon name="download" />
            {messages.export()}
          </button>
        </header>
        <dl class="figures inside">
          <Figure word={messages.peak()} value={number(Math.max(0, ...points.map(({ viewers }) => viewers)))} />
          {rowNames.slice(1).map((name) => (
            <Figure key={name} word={reportRows[name]()} value={shown(name, sumOf(points, name))} />
          ))}
        </dl>
        <div class="inside">
          <Timeline report={value} />
          {!value.has_chat && <p class="faint small">{messages.noChat()}</p>}
          <Table report={value} />
        </div>
      </section>
      <section class="card">
        <header>
          <h2>{messages.moments()}</h2>
        </header>
        {moments.length === 0 ? (
          <p class="inside soft">{messages.noMoments()}</p>
        ) : (
          <ol class="moments">
            {moments.map((moment, index) => (
              <li key={moment.at}>
                <span class="number figure">{index + 1}</span>
                <time class="figure" dateTime={new Date(moment.at).toISOString()} title={wholeTime(moment.at)}>
                  {duration(moment.at - stream.from)}
                </time>
                <div>
                  {moment.reasons.map((reason) => (
                    <p key={reason}>{reason}</p>
                  ))}
                  <p class="faint small">{messages.momentFigures({ viewers: moment.viewers, chat: moment.chat })}</p>
                </div>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}

/** The same numbers for screen readers, and for whoever wants to read them off. Empty minutes are left out. */
function Table({ report }: { report: Report }) {
  const rows = report.points.filter((point) => rowNames.some((name) => point[name] > 0))
  return (
    <details>
      <summary class="soft small">{messages.asTable()}</summary>
      <div class="scrolls">
        <table class="flat">
          <thead>
            <tr>
              <th scope="col">{messages.time()}</th>
              {rowNames.map((name) => (
                <th key={name} scope="col" class="number">
                  {reportRows[name]()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => (
              <tr key={point.at}>
                <th scope="row" class="figure soft">
                  {duration(point.at - report.stream.from)}
                </th>
                {rowNames.map((name) => (
                  <td key={name} class="number">
                    {shown(name, point[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function sumOf(points: Report['points'], name: RowName): number {
  return points.reduce((sum, point) => sum + point[name], 0)
}

function exportReport({ stream, points }: Report): void {
  const lines = points.map((point) =>
    [new Date(point.at).toISOString(), ...rowNames.map((name) => point[name])].join(','),
  )
  const text = [['time', ...rowNames].join(','), ...lines].join('\r\n')
  const day = new Date(Math.min(stream.from, now.value)).toISOString().slice(0, 10)
  saveFile(new Blob([`${text}\r\n`], { type: 'text/csv' }), `stream-${day}.csv`)
}
