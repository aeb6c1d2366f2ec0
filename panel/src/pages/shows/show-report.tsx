import './shows.css'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { asOutcome } from '../../../../src/kernel/text/error-words.ts'
import { type Answer, call } from '../../api.ts'
import { duration, exactClock, wholeTime } from '../../format.ts'
import { showChanges } from '../../state.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { cueStateMessages, reportMessages } from './messages.ts'

type Report = Answer<'get-show-report'>

/** Planned and real times of one run of a show, or of one of its rehearsals. */
export function ShowReport({ id }: { id: number }) {
  const { query } = useLocation()
  const isRehearsal = 'rehearsal' in query
  const { value, error } = useLoaded(() => call('get-show', { id }), [id])
  if (error !== undefined) return <LoadError error={error} />
  return (
    <div class="width show-report">
      <Heading title={reportMessages.title({ name: value?.name ?? '' })} lead={reportMessages.lead()}>
        <a class="button" href={`/run-of-show/${id}`}>
          {reportMessages.backToShow()}
        </a>
      </Heading>
      <nav class="tabs filters" aria-label={reportMessages.which()}>
        <a href={`/run-of-show/${id}/report`} aria-current={isRehearsal ? undefined : 'page'}>
          {reportMessages.shows()}
        </a>
        <a href={`/run-of-show/${id}/report?rehearsal`} aria-current={isRehearsal ? 'page' : undefined}>
          {reportMessages.rehearsals()}
        </a>
      </nav>
      <Runs key={String(isRehearsal)} id={id} isRehearsal={isRehearsal} />
    </div>
  )
}

function Runs({ id, isRehearsal }: { id: number; isRehearsal: boolean }) {
  const [runId, setRunId] = useState<number>()
  const { value, error, reload } = useLoaded(
    () =>
      call('get-show-report', {
        show: id,
        on_test_channel: isRehearsal ? 1 : 0,
        ...(runId === undefined ? {} : { run_id: runId }),
      }),
    [id, runId, showChanges.value],
  )
  if (error?.code === 'report_not_found') {
    return (
      <div class="card">
        <Empty title={isRehearsal ? reportMessages.noRehearsal() : reportMessages.none()} />
      </div>
    )
  }
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading rows={6} />
  return (
    <>
      <p class="soft">{lastedOf(value)}</p>
      <Field label={reportMessages.run()}>
        {(attributes) => (
          <select
            {...attributes}
            value={value.run_id}
            onChange={(event) => setRunId(Number(event.currentTarget.value))}
          >
            {value.runs.map(({ run_id, started_at }) => (
              <option key={run_id} value={run_id}>
                {timeOf(started_at)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="card scroll">
        <table>
          <thead>
            <tr>
              <th>{reportMessages.number()}</th>
              <th class="right">{reportMessages.planned()}</th>
              <th class="right">{reportMessages.real()}</th>
              <th class="right">{reportMessages.difference()}</th>
              <th>{reportMessages.state()}</th>
            </tr>
          </thead>
          <tbody>
            {value.cues.map((cue, index) => (
              <tr key={index}>
                <td>
                  <span class="mono">{cue.number}</span> {cue.name}
                </td>
                <td class="right figure nowrap">{clockOf(cue.planned_at)}</td>
                <td class="right figure nowrap">{clockOf(cue.started_at)}</td>
                <td class="right figure nowrap">{differenceOf(cue.late_seconds)}</td>
                <td>
                  {cueStateMessages[cue.state]()}
                  {cue.error !== null && <span class="error small"> {asOutcome(cue.error)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function lastedOf({ started_at: start, ended_at: end, lead }: Report): string {
  return reportMessages.lasted({ start: timeOf(start), end: timeOf(end), lead })
}

function timeOf(iso: string | null): string {
  return iso === null ? '–' : wholeTime(Date.parse(iso))
}

function clockOf(iso: string | null): string {
  return iso === null ? '–' : exactClock(Date.parse(iso))
}

function differenceOf(seconds: number | null): string {
  if (seconds === null) return '–'
  const time = duration(Math.abs(seconds) * 1000)
  if (Math.abs(seconds) < 1) return reportMessages.onTime()
  return seconds > 0 ? reportMessages.late({ time }) : reportMessages.early({ time })
}
