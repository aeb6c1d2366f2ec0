import './values.css'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { nameKey } from '../../../../src/kernel/schema/text.ts'
import { call } from '../../api.ts'
import { may, now } from '../../state.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NothingSelected } from '../../ui/lists/nothing-selected.tsx'
import { useNextPage } from '../../ui/lists/use-next-page.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { typeTitles, valueMessages } from './messages.ts'
import { ValueDetail } from './value-detail.tsx'
import { ValueDialog } from './value-dialog.tsx'
import { shownValue, useValueChanges, type ValueEntry } from './value-entry.ts'

/** From this many on, the list can be searched. */
const manyValues = 10

/** The values of the channel, and beside them the one that is selected. */
export function Values() {
  const { route, query } = useLocation()
  const goOn = useNextPage()
  const { params } = useRoute()
  const changes = useValueChanges()
  const [search, setSearch] = useState('')
  const [isCreating, setIsCreating] = useState('new' in query)
  const { value, error, reload, act } = useLoaded(async () => {
    const { values } = await call('list-values', {})
    return { values, readAt: Date.now() }
  }, [changes])
  if (error !== undefined && value === undefined) return <LoadError error={error} onRetry={reload} />
  const wanted = params.name
  const chosen = value?.values.find(({ name }) => wanted !== undefined && nameKey(name) === nameKey(wanted))
  const shown = value?.values.filter(({ name }) => nameKey(name).includes(nameKey(search.trim()))) ?? []

  return (
    <div class={`width two values${wanted === undefined ? '' : ' chosen'}`}>
      <Heading title={valueMessages.title()} lead={valueMessages.lead()}>
        {may('editor') && (
          <button type="button" class="button primary" onClick={() => setIsCreating(true)}>
            <Icon name="plus" />
            {valueMessages.newValue()}
          </button>
        )}
      </Heading>
      {value !== undefined && value.values.length >= manyValues && (
        <div class="row filters">
          <SearchField label={valueMessages.search()} value={search} onInput={setSearch} />
        </div>
      )}
      {value === undefined && <Loading />}
      {value?.values.length === 0 && (
        <div class="card list">
          <Empty title={valueMessages.none()}>
            <p>{valueMessages.noneHelp()}</p>
          </Empty>
        </div>
      )}
      {value !== undefined && value.values.length > 0 && (
        <div class="columns">
          <div class="card list scroll">
            {shown.length === 0 ? (
              <p class="empty soft">{valueMessages.noMatch()}</p>
            ) : (
              <ul class="value-list">
                {shown.map((entry) => (
                  <ValueRow
                    key={entry.name}
                    entry={entry}
                    readAt={value.readAt}
                    isChosen={entry === chosen}
                    onAct={(action) => void act(action)}
                  />
                ))}
              </ul>
            )}
          </div>
          <div class="detail">
            {chosen !== undefined ? (
              <ValueDetail
                key={chosen.name}
                entry={chosen}
                readAt={value.readAt}
                changes={changes}
                onChanged={reload}
                onDeleted={() => goOn('/counters')}
              />
            ) : (
              <NothingSelected icon="values">
                {wanted === undefined ? valueMessages.choose() : valueMessages.unknown({ name: wanted })}
              </NothingSelected>
            )}
          </div>
        </div>
      )}
      {isCreating && (
        <ValueDialog
          entry={undefined}
          onClose={() => {
            setIsCreating(false)
            if ('new' in query) route('/counters', true)
          }}
          onDone={(name) => {
            setIsCreating(false)
            showToast(valueMessages.saved({ name }))
            void reload()
            goOn(`/counters/${encodeURIComponent(name)}`)
          }}
        />
      )}
    </div>
  )
}

interface RowProps {
  readonly entry: ValueEntry
  readonly readAt: number
  readonly isChosen: boolean
  readonly onAct: (action: () => Promise<unknown>) => void
}

/** A value with the buttons that are pressed most. */
function ValueRow({ entry, readAt, isChosen, onAct }: RowProps) {
  const { name, type, owner, lasts, running } = entry
  const isOfViewers = owner === 'viewer'
  const mayChange = may('moderator') && !isOfViewers
  return (
    <li class="pickable" aria-current={isChosen || undefined}>
      <a class="grow cut" href={`/counters/${encodeURIComponent(name)}`}>
        <b>{name}</b>
        <span class="faint small cut">
          {[
            typeTitles[type](),
            isOfViewers && valueMessages.ofEachViewer(),
            lasts === 'stream' && valueMessages.untilStreamEnds(),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </a>
      {!isOfViewers && (
        <output class={`cut${type === 'clock' ? ` mono light ${running === 1 ? 'go' : 'off'}` : ' figure'}`}>
          {shownValue(entry, readAt, now.value)}
        </output>
      )}
      {mayChange && type === 'number' && (
        <span class="row buttons">
          <button
            type="button"
            class="button icon small"
            aria-label={valueMessages.subtract({ name })}
            onClick={() => onAct(() => call('add-to-value', { name, amount: -1 }))}
          >
            −
          </button>
          <button
            type="button"
            class="button icon small"
            aria-label={valueMessages.add({ name })}
            onClick={() => onAct(() => call('add-to-value', { name, amount: 1 }))}
          >
            +
          </button>
        </span>
      )}
      {mayChange && type === 'clock' && (
        <span class="row buttons">
          <IconButton
            icon={running === 1 ? 'pause' : 'play'}
            label={running === 1 ? valueMessages.pauseOne({ name }) : valueMessages.startOne({ name })}
            onClick={() => onAct(() => call('set-value', { name, action: running === 1 ? 'pause' : 'start' }))}
          />
        </span>
      )}
    </li>
  )
}
