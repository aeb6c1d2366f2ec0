import { useState } from 'preact/hooks'
import { clockText } from '../../../../src/capabilities/values/contract/clock-text.ts'
import { call } from '../../api.ts'
import { number } from '../../format.ts'
import { may } from '../../state.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { EventRow } from '../activity/event-row.tsx'
import { fold } from '../activity/fold-events.ts'
import { directionTitles, lifetimeTitles, ownerTitles, typeTitles, valueMessages } from './messages.ts'
import { ValueControls } from './value-controls.tsx'
import { ValueDialog } from './value-dialog.tsx'
import { type Holder, holderInput, type ValueEntry } from './value-entry.ts'
import { ViewerValues } from './viewer-values.tsx'

interface DetailProps {
  readonly entry: ValueEntry
  readonly readAt: number
  readonly changes: number
  readonly onChanged: () => Promise<void>
  readonly onDeleted: () => void
}

export function ValueDetail({ entry, readAt, changes, onChanged, onDeleted }: DetailProps) {
  const { name, owner } = entry
  const [holder, setHolder] = useState<Holder>()
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const isOfViewers = owner === 'viewer'
  return (
    <div class="card">
      <header>
        <BackLink href="/counters" label={valueMessages.back()} />
        <h2 class="cut grow">{name}</h2>
        {may('editor') && (
          <span class="row">
            <button type="button" class="button small" onClick={() => setAsking('edit')}>
              {valueMessages.edit()}
            </button>
            <button type="button" class="button small danger" onClick={() => setAsking('delete')}>
              {valueMessages.remove()}
            </button>
          </span>
        )}
      </header>
      {isOfViewers ? (
        <ViewerValues entry={entry} changes={changes} holder={holder} onChoose={setHolder} />
      ) : (
        <ValueControls content={entry} readAt={readAt} holder={undefined} onChanged={onChanged} />
      )}
      <Facts entry={entry} />
      {(!isOfViewers || holder !== undefined) && (
        <History key={JSON.stringify(holder)} name={name} holder={holder} changes={changes} readAt={readAt} />
      )}
      {asking === 'edit' && (
        <ValueDialog
          entry={entry}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined)
            showToast(valueMessages.saved({ name }))
            void onChanged()
          }}
        />
      )}
      {asking === 'delete' && (
        <RemoveDialog
          kind="value"
          thing={name}
          name={name}
          texts={valueMessages}
          remove={() => call('delete-value', { name })}
          discard={() => {}}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined)
            onDeleted()
            void onChanged()
          }}
        />
      )}
    </div>
  )
}

function Facts({ entry }: { entry: ValueEntry }) {
  const { name, type, owner, lasts, direction, unique } = entry
  const variable = `$(value ${name})`
  const bounds = boundsOf(entry)
  return (
    <section class="part" aria-label={valueMessages.details()}>
      <dl class="facts">
        <dt>{valueMessages.usage()}</dt>
        <dd class="row">
          <code class="cut">{variable}</code>
          <CopyButton text={variable} />
        </dd>
        <dt>{valueMessages.type()}</dt>
        <dd>{typeTitles[type]()}</dd>
        {direction !== undefined && (
          <>
            <dt>{valueMessages.direction()}</dt>
            <dd>{directionTitles[direction]()}</dd>
          </>
        )}
        <dt>{valueMessages.owner()}</dt>
        <dd>{ownerTitles[owner]()}</dd>
        <dt>{valueMessages.lasts()}</dt>
        <dd title={lasts === 'stream' ? valueMessages.lastsHelp() : undefined}>{lifetimeTitles[lasts]()}</dd>
        {entry.initial !== undefined && (
          <>
            <dt>{valueMessages.initial()}</dt>
            <dd>{type === 'clock' ? clockText(Number(entry.initial)) : String(entry.initial)}</dd>
          </>
        )}
        {(bounds !== undefined || unique === true) && (
          <>
            <dt>{valueMessages.bounds()}</dt>
            <dd>{[bounds, unique === true && valueMessages.unique()].filter(Boolean).join(', ')}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

function boundsOf({ type, minimum, maximum, max_items: maxItems }: ValueEntry): string | undefined {
  const shown = (bound: number) => (type === 'clock' ? clockText(bound) : number(bound))
  if (maxItems !== undefined) return valueMessages.upTo({ max: valueMessages.items({ count: maxItems }) })
  if (minimum === undefined) return maximum === undefined ? undefined : valueMessages.upTo({ max: shown(maximum) })
  if (maximum === undefined) return valueMessages.from({ min: shown(minimum) })
  return valueMessages.fromTo({ min: shown(minimum), max: shown(maximum) })
}

interface HistoryProps {
  readonly name: string
  readonly holder: Holder | undefined
  readonly changes: number
  readonly readAt: number
}

function History({ name, holder, changes }: HistoryProps) {
  const { value } = useLoaded(() => call('get-value-history', { name, ...holderInput(holder) }), [changes])
  if (value === undefined) return null
  return (
    <section class="part history" aria-label={valueMessages.history()}>
      <h3>{valueMessages.history()}</h3>
      {value.events.length === 0 && <p class="soft">{valueMessages.noHistory()}</p>}
      <ul class="events scroll">
        {fold(value.events).map((event) => (
          <EventRow key={event.seq} event={event} />
        ))}
      </ul>
    </section>
  )
}
