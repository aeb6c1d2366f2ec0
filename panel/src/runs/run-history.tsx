import './run-history.css'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../api.ts'
import { historyMessages } from '../pages/automations/messages.ts'
import { findEvent, triggerKinds } from '../pages/automations/trigger-kinds.ts'
import { returns } from '../state.ts'
import { attempt } from '../ui/attempt.ts'
import { Json } from '../ui/json.tsx'
import { Light } from '../ui/light.tsx'
import { Ago } from '../ui/parts.tsx'
import { type RunEntry, runLights } from './run-lights.ts'
import { StepOutcomes } from './step-outcomes.tsx'

const pageSize = 20

interface HistoryProps {
  /** Whose runs: an automation, or a chat command. */
  readonly of: { readonly automation_id: number } | { readonly command_id: number }
  /** Increases whenever something about automations or commands happened. */
  readonly changes: number
}

/** What an automation or a command did: each run with its cause, its steps and its values. */
export function RunHistory({ of, changes }: HistoryProps) {
  const key = JSON.stringify(of)
  const [runs, setRuns] = useState<readonly RunEntry[]>()
  const [hasMore, setHasMore] = useState(false)
  useEffect(() => {
    void attempt(async () => {
      const newest = (await call('list-automation-runs', { ...of, limit: pageSize })).runs
      const last = newest.at(-1)?.run_id ?? 0
      setRuns((before) => [...newest, ...(before ?? []).filter(({ run_id }) => run_id < last)])
      setHasMore((before) => before || newest.length === pageSize)
    })
  }, [key, changes, returns.value])
  async function loadOlder(): Promise<void> {
    const before = runs?.at(-1)?.run_id
    if (before === undefined) return
    const older = (await call('list-automation-runs', { ...of, before, limit: pageSize })).runs
    setRuns([...(runs ?? []), ...older])
    setHasMore(older.length === pageSize)
  }
  return (
    <section class="card run-history" aria-label={historyMessages.title()}>
      <header>
        <h2>{historyMessages.title()}</h2>
        <span class="faint small">{historyMessages.help()}</span>
      </header>
      {runs?.length === 0 && <p class="inside soft">{historyMessages.none()}</p>}
      {runs?.map((run) => (
        <Run key={run.run_id} run={run} />
      ))}
      {hasMore && (
        <div class="inside">
          <button type="button" class="button" onClick={() => void attempt(loadOlder)}>
            {historyMessages.more()}
          </button>
        </div>
      )}
    </section>
  )
}

function Run({ run }: { run: RunEntry }) {
  const { status, started_at, finished_at, error, depth, steps, data } = run
  const ms = finished_at === null ? undefined : Date.parse(finished_at) - Date.parse(started_at)
  return (
    <details class="run">
      <summary>
        <Light state={runLights[status]} word={historyMessages[status]()} />
        <span class="cut soft">{historyMessages.by({ cause: causeOf(run) })}</span>
        {ms !== undefined && (
          <span class="faint small figure">
            {ms < 1000 ? historyMessages.took({ ms }) : historyMessages.seconds({ seconds: Math.round(ms / 100) / 10 })}
          </span>
        )}
        <span class="faint small">
          <Ago at={Date.parse(started_at)} />
        </span>
      </summary>
      <div class="stack inside">
        {error !== null && <p class="error">{error}</p>}
        {depth > 1 && <p class="faint small">{historyMessages.depth({ depth })}</p>}
        <StepOutcomes steps={steps} />
        {Object.keys(data).length > 0 && (
          <details>
            <summary class="soft small">{historyMessages.data()}</summary>
            <Json value={data} />
          </details>
        )}
      </div>
    </details>
  )
}

function causeOf({ event, trigger }: RunEntry): string {
  const title = event === null ? undefined : findEvent(event)?.title()
  return title ?? triggerKinds.find(({ start }) => start.type === trigger)?.title() ?? trigger
}
