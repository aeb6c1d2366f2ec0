import '../../ui/chart-place.css'
import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { date, number } from '../../format.ts'
import { may, quotas } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { later } from '../../ui/later.tsx'
import { Meter } from '../../ui/meter.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { isActive, type KeyEntry, KeyLight } from './key-status.tsx'
import { keyMessages } from './messages.ts'
import { ShownOnce } from './new-key.tsx'

const UsageChart = later(() => import('../../ui/usage-chart.tsx').then(({ UsageChart: chart }) => chart))
const overlaps = [0, 1, 6, 24]

interface DetailProps {
  readonly entry: KeyEntry
  readonly scopeCount: number
  readonly onChanged: () => Promise<void>
}

export function KeyDetail({ entry, scopeCount, onChanged }: DetailProps) {
  const [asking, setAsking] = useState<'roll' | 'revoke'>()
  const [made, setMade] = useState<string>()
  const working = isActive(entry)
  return (
    <div class="card">
      <header>
        <BackLink href="/developer/keys" label={keyMessages.back()} />
        <h2 class="cut grow">{entry.name}</h2>
        <KeyLight entry={entry} />
      </header>
      <div class="inside stack">
        <dl class="facts">
          <dt>{keyMessages.key()}</dt>
          <dd>
            <code>{entry.shown}</code>
          </dd>
          <dt>{keyMessages.mode()}</dt>
          <dd>{entry.is_test ? keyMessages.testMode() : keyMessages.liveMode()}</dd>
          <dt>{keyMessages.created()}</dt>
          <dd>{date(entry.created_at)}</dd>
          <dt>{keyMessages.expires()}</dt>
          <dd>{entry.expires_at === null ? keyMessages.noExpiry() : date(entry.expires_at)}</dd>
          {entry.addresses.length > 0 && (
            <>
              <dt>{keyMessages.addresses()}</dt>
              <dd class="mono">{entry.addresses.join(', ')}</dd>
            </>
          )}
          <dt>{keyMessages.scopes()}</dt>
          {entry.scopes.length === scopeCount ? (
            <dd>{keyMessages.allScopes()}</dd>
          ) : (
            <dd class="row wrap tags">
              {entry.scopes.map((scope) => (
                <span key={scope} class="tag mono">
                  {scope}
                </span>
              ))}
            </dd>
          )}
        </dl>
        {may('owner') && working && (
          <div class="row wrap">
            <a class="button" href={`/developer/console?key=${entry.id}`}>
              <Icon name="console" />
              {keyMessages.openConsole()}
            </a>
            {entry.deck_id === null ? (
              <button type="button" class="button" onClick={() => setAsking('roll')}>
                {keyMessages.rotate()}
              </button>
            ) : (
              <a class="button" href={`/phone-deck/${entry.deck_id}`}>
                <Icon name="deck" />
                {keyMessages.openDeck()}
              </a>
            )}
            <button type="button" class="button danger" onClick={() => setAsking('revoke')}>
              {keyMessages.revoke()}
            </button>
          </div>
        )}
      </div>
      <Usage entry={entry} />
      {asking === 'revoke' && <Revoke entry={entry} onClose={() => setAsking(undefined)} onDone={onChanged} />}
      {asking === 'roll' && (
        <Roll
          entry={entry}
          onClose={() => setAsking(undefined)}
          onDone={(key) => {
            setAsking(undefined)
            setMade(key)
          }}
        />
      )}
      {made !== undefined && (
        <ShownOnce
          secret={made}
          onClose={() => {
            setMade(undefined)
            void onChanged()
          }}
        />
      )}
    </div>
  )
}

function Usage({ entry }: { entry: KeyEntry }) {
  const [hours, setHours] = useState(24)
  const { value } = useLoaded(() => call('get-key-usage', { key_id: entry.id, hours }), [entry.id, hours])
  return (
    <>
      <section class="part">
        <div class="row">
          <h2 class="grow">
            {keyMessages.usage()} <span class="faint small">{keyMessages.usageHelp()}</span>
          </h2>
          <fieldset class="tabs">
            <legend class="out-of-sight">{keyMessages.usage()}</legend>
            {[24, 168].map((span) => (
              <button key={span} type="button" aria-pressed={hours === span} onClick={() => setHours(span)}>
                {span === 24 ? keyMessages.day() : keyMessages.week()}
              </button>
            ))}
          </fieldset>
        </div>
        <div class="chart-place">
          {value !== undefined &&
            (value.hours.length === 0 ? (
              <p class="empty soft">{keyMessages.noUsage()}</p>
            ) : (
              <UsageChart hours={value.hours} span={hours} />
            ))}
        </div>
        {value !== undefined && value.hours.length > 0 && <UsageTable rows={value.hours} />}
      </section>
      <Quotas entry={entry} known={value?.quotas ?? []} />
    </>
  )
}

/** The same data as a table, by operation. */
function UsageTable({ rows }: { rows: Answer<'get-key-usage'>['hours'] }) {
  const byOperation = [...Map.groupBy(rows, ({ operation }) => operation)]
    .map(([operation, own]) => ({
      operation,
      calls: own.reduce((sum, { calls }) => sum + calls, 0),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
    }))
    .sort((a, b) => b.calls - a.calls)
  return (
    <table class="flat">
      <thead>
        <tr>
          <th scope="col">{keyMessages.operation()}</th>
          <th scope="col" class="number">
            {keyMessages.calls()}
          </th>
          <th scope="col" class="number">
            {keyMessages.failed()}
          </th>
        </tr>
      </thead>
      <tbody>
        {byOperation.map(({ operation, calls, failed }) => (
          <tr key={operation}>
            <td class="mono">{operation}</td>
            <td class="number">{number(calls)}</td>
            <td class={`number ${failed > 0 ? 'error' : 'faint'}`}>{number(failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The quota from the event stream is newer than the one the page loaded. */
function Quotas({ entry, known }: { entry: KeyEntry; known: Answer<'get-key-usage'>['quotas'] }) {
  const latest = new Map(known.map((quota) => [quota.operation, quota]))
  for (const [pair, quota] of quotas.value) if (pair.startsWith(`${entry.id} `)) latest.set(quota.operation, quota)
  const shown = [...latest.values()].filter(({ remaining, limit }) => remaining < limit)
  return (
    <section class="part">
      <h2>{keyMessages.rateLimits()}</h2>
      {shown.length === 0 ? (
        <p class="faint small">{keyMessages.rateLimitsFull()}</p>
      ) : (
        <ul class="stack tight">
          {shown.map(({ operation, remaining, limit }) => (
            <li key={operation} class="quota">
              <code class="cut">{operation}</code>
              <Meter value={remaining} max={limit} />
              <span class="figure soft">{keyMessages.left({ remaining, limit })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Revoke({ entry, onClose, onDone }: { entry: KeyEntry; onClose: () => void; onDone: () => Promise<void> }) {
  async function revoke(): Promise<void> {
    await attempt(async () => {
      await call('revoke-key', { key_id: entry.id })
      showToast(keyMessages.revokedNow({ name: entry.name }))
      await onDone()
    })
    onClose()
  }
  return (
    <Confirm
      title={keyMessages.revokeTitle({ name: entry.name })}
      onClose={onClose}
      onSubmit={revoke}
      submit={keyMessages.revoke()}
      help={keyMessages.revokeHelp()}
    />
  )
}

function Roll({ entry, onClose, onDone }: { entry: KeyEntry; onClose: () => void; onDone: (key: string) => void }) {
  const [hours, setHours] = useState(1)
  const roll = () =>
    attempt(async () => onDone((await call('rotate-key', { key_id: entry.id, overlap_hours: hours })).key))
  return (
    <Dialog
      title={keyMessages.rotateTitle({ name: entry.name })}
      onClose={onClose}
      onSubmit={() => void roll()}
      submit={keyMessages.rotate()}
    >
      <p class="soft">{keyMessages.rotateHelp()}</p>
      <Field label={keyMessages.overlap()}>
        {(attributes) => (
          <select {...attributes} value={hours} onChange={(event) => setHours(Number(event.currentTarget.value))}>
            {overlaps.map((value) => (
              <option key={value} value={value}>
                {value === 0 ? keyMessages.overlapNow() : keyMessages.overlapHours({ hours: value })}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Dialog>
  )
}
