import './trash.css'
import { useState } from 'preact/hooks'
import { nameOfActor } from '../../actor-names.ts'
import { type Answer, call } from '../../api.ts'
import { clockOrDay, wholeTime } from '../../format.ts'
import { wayBackMessages } from '../../messages/way-back.ts'
import { may, now } from '../../state.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Empty, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { kindTitles, trashMessages } from './messages.ts'

type Entry = Answer<'list-trash'>['entries'][number]

const dayMs = 24 * 60 * 60 * 1000
/** Entries that are read at once. */
const page = 100

/** What was deleted, with the way back. */
export function TrashSection() {
  const [shown, setShown] = useState(page)
  const { value, error, reload, act } = useLoaded(() => read(shown), [shown])
  const [asking, setAsking] = useState<Entry | 'all'>()
  const isOwner = may('owner')

  async function restore({ id, name }: Entry): Promise<void> {
    await call('restore-from-trash', { id })
    showToast(wayBackMessages.restored({ name }))
  }

  async function removeAsked(): Promise<void> {
    setAsking(undefined)
    if (asking === 'all') {
      while ((await call('empty-trash', {})).left > 0);
      showToast(trashMessages.emptied())
    } else if (asking !== undefined) {
      await call('delete-from-trash', { id: asking.id })
      showToast(trashMessages.removed({ name: asking.name }))
    }
  }

  return (
    <section class="card">
      {value === undefined && error === undefined && <Loading rows={6} />}
      {error !== undefined && <LoadError error={error} onRetry={() => void reload()} />}
      {value?.entries.length === 0 && <Empty title={trashMessages.none()}>{trashMessages.noneHelp()}</Empty>}
      {value !== undefined && value.entries.length > 0 && (
        <>
          {isOwner && (
            <header>
              <span class="grow" />
              <button type="button" class="button small danger" onClick={() => setAsking('all')}>
                {trashMessages.empty()}
              </button>
            </header>
          )}
          <table class="trash">
            <thead>
              <tr>
                <th scope="col">{trashMessages.name()}</th>
                <th scope="col" class="wide-only">
                  {trashMessages.type()}
                </th>
                <th scope="col" class="wide-only">
                  {trashMessages.deletedBy()}
                </th>
                <th scope="col" class="wide-only">
                  {trashMessages.deleted()}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {value.entries.map((entry) => (
                <Row
                  key={entry.id}
                  entry={entry}
                  onRestore={() => void act(() => restore(entry))}
                  onRemove={isOwner ? () => setAsking(entry) : undefined}
                />
              ))}
            </tbody>
          </table>
          {value.hasMore && (
            <p class="inside">
              <button type="button" class="button" onClick={() => setShown(shown + page)}>
                {trashMessages.older()}
              </button>
            </p>
          )}
        </>
      )}
      {asking !== undefined && (
        <Confirm
          title={asking === 'all' ? trashMessages.emptyTitle() : trashMessages.removeTitle({ name: asking.name })}
          help={asking === 'all' ? trashMessages.emptyHelp() : trashMessages.removeHelp()}
          submit={asking === 'all' ? trashMessages.empty() : trashMessages.remove()}
          onClose={() => setAsking(undefined)}
          onSubmit={() => void act(removeAsked)}
        />
      )}
    </section>
  )
}

interface RowProps {
  readonly entry: Entry
  readonly onRestore: () => void
  readonly onRemove: (() => void) | undefined
}

function Row({ entry, onRestore, onRemove }: RowProps) {
  const { kind, name, actor, deleted_at: at, ends_at: endsAt } = entry
  const days = Math.max(0, Math.ceil((endsAt - now.value) / dayMs))
  return (
    <tr>
      <td class="cut what">
        {name}
        <p class="faint small about">
          {kindTitles[kind]()} · {trashMessages.left({ days })}
        </p>
      </td>
      <td class="soft wide-only">{kindTitles[kind]()}</td>
      <td class="soft cut wide-only">{nameOfActor(actor)}</td>
      <td class="soft wide-only">
        <time dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
          {clockOrDay(at, now.value)}
        </time>{' '}
        <span class="faint small">{trashMessages.left({ days })}</span>
      </td>
      <td class="number">
        <span class="row">
          <button
            type="button"
            class="button small"
            aria-label={trashMessages.restoreOne({ name })}
            onClick={onRestore}
          >
            {trashMessages.restore()}
          </button>
          {onRemove !== undefined && (
            <IconButton icon="trash" label={trashMessages.removeOne({ name })} onClick={onRemove} />
          )}
        </span>
      </td>
    </tr>
  )
}

async function read(wanted: number): Promise<{ entries: readonly Entry[]; hasMore: boolean }> {
  const entries: Entry[] = []
  let before: number | null = null
  do {
    const found: Answer<'list-trash'> = await call('list-trash', before === null ? {} : { before })
    entries.push(...found.entries)
    before = found.next_before
  } while (before !== null && entries.length < wanted)
  return { entries, hasMore: before !== null }
}
