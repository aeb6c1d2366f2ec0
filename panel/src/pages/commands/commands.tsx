import './commands.css'
import './command-editor.css'
import { useEffect, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { later } from '../../ui/later.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useNextPage } from '../../ui/lists/use-next-page.ts'
import { Loading } from '../../ui/loading.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { CommandList } from './command-list.tsx'
import { commandMessages } from './messages.ts'

const CommandEditor = later(async () => (await import('./command-editor.tsx')).CommandEditor, NotLoaded)
const ImportCommands = later(async () => (await import('./import-commands.tsx')).ImportCommands)

/** All commands on the left, the editor of the selected one on the right. */
export function Commands() {
  const goOn = useNextPage()
  const { params } = useRoute()
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState('')
  const [importing, setImporting] = useState(false)
  const changes = useLogCount('command')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search.trim()), 150)
    return () => clearTimeout(timer)
  }, [search])
  const { value, error, reload } = useLoaded(
    () => call('list-command-settings', asked === '' ? {} : { search: asked }),
    [asked, changes],
  )
  const { value: parts } = useLoaded(() => call('get-command-parts', {}), [])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />

  const isNew = params.id === 'new'
  const id = Number(params.id)
  const isChosen = isNew || Number.isInteger(id)
  const isEmpty = value !== undefined && value.total === 0 && asked === ''

  return (
    <div class={`width two commands${isChosen ? ' chosen' : ''}`}>
      <Heading title={commandMessages.title()} lead={commandMessages.lead()}>
        <button type="button" class="button" onClick={() => void save()}>
          <Icon name="download" />
          {commandMessages.export()}
        </button>
        {may('editor') && (
          <>
            <button type="button" class="button" onClick={() => setImporting(true)}>
              <Icon name="upload" />
              {commandMessages.import()}
            </button>
            <a class="button primary" href="/commands/new">
              <Icon name="plus" />
              {commandMessages.newCommand()}
            </a>
          </>
        )}
      </Heading>
      {isEmpty && !isNew ? (
        <div class="card">
          <Empty title={commandMessages.none()}>
            <p>{commandMessages.noneHelp()}</p>
          </Empty>
        </div>
      ) : (
        <div class="columns">
          <div class="card list">
            <div class="search">
              <SearchField label={commandMessages.search()} value={search} onInput={setSearch} />
            </div>
            {value === undefined && <Loading rows={10} />}
            {value !== undefined && (
              <CommandList entries={value.commands} prefix={parts?.prefix ?? ''} chosen={id} onChanged={reload} />
            )}
            {value !== undefined && value.total > value.commands.length && (
              <p class="inside soft small">
                {commandMessages.moreFound({ shown: value.commands.length, total: value.total })}
              </p>
            )}
          </div>
          {isChosen && parts !== undefined && (
            <div class="detail">
              <CommandEditor
                key={isNew ? 'new' : id}
                id={isNew ? undefined : id}
                parts={parts}
                changes={changes}
                onDone={(next) => {
                  void reload()
                  goOn(next === undefined ? '/commands' : `/commands/${next}`)
                }}
              />
            </div>
          )}
        </div>
      )}
      {importing && (
        <ImportCommands
          onClose={() => {
            setImporting(false)
            void reload()
          }}
        />
      )}
    </div>
  )
}

/** Downloads all commands as a file. */
function save(): Promise<void> {
  return attempt(async () => {
    const { format, version, commands } = await call('export-commands', {})
    const text = JSON.stringify({ format, version, commands }, null, 2)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.download = `${format}.json`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  })
}
