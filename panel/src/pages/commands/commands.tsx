import './commands.css'
import './command-editor.css'
import './steps.css'
import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { commandWords } from '../../words/command-words.ts'
import { CommandEditor } from './command-editor.tsx'
import { CommandList } from './command-list.tsx'
import { ImportCommands } from './import-commands.tsx'

/** All commands on the left, the chosen one on the right with everything that can be said of it. */
export function Commands() {
  const { route } = useLocation()
  const { params } = useRoute()
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState('')
  const [importing, setImporting] = useState(false)
  const changes = useLogCount('command')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search.trim()), 150)
    return () => clearTimeout(timer)
  }, [search])
  const { value, trouble, reload } = useLoaded(
    () => call('browse-commands', asked === '' ? {} : { search: asked }),
    [asked, changes],
  )
  const { value: parts } = useLoaded(() => call('get-command-parts', {}), [])
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />

  const isNew = params.id === 'new'
  const id = Number(params.id)
  const isChosen = isNew || Number.isInteger(id)
  const isEmpty = value !== undefined && value.total === 0 && asked === ''

  return (
    <div class={`width two commands${isChosen ? ' chosen' : ''}`}>
      <Heading title={commandWords.title} lead={commandWords.lead}>
        <button type="button" class="button" onClick={() => void save()}>
          <Glyph name="download" />
          {commandWords.export}
        </button>
        {may('editor') && (
          <>
            <button type="button" class="button" onClick={() => setImporting(true)}>
              <Glyph name="upload" />
              {commandWords.import}
            </button>
            <a class="button primary" href="/commands/new">
              <Glyph name="plus" />
              {commandWords.make}
            </a>
          </>
        )}
      </Heading>
      {isEmpty && !isNew ? (
        <div class="card">
          <Empty title={commandWords.none}>
            <p>{commandWords.noneHelp}</p>
          </Empty>
        </div>
      ) : (
        <div class="columns">
          <div class="card list">
            <div class="search">
              <SearchField label={commandWords.search} value={search} onInput={setSearch} />
            </div>
            {value === undefined && <Loading rows={10} />}
            {value !== undefined && (
              <CommandList entries={value.commands} prefix={parts?.prefix ?? ''} chosen={id} onChanged={reload} />
            )}
          </div>
          {isChosen && parts !== undefined && (
            <div class="detail">
              <CommandEditor
                key={isNew ? 'new' : id}
                id={isNew ? undefined : id}
                parts={parts}
                words={value?.commands.map(({ command }) => command) ?? []}
                changes={changes}
                onDone={(next) => {
                  void reload()
                  route(next === undefined ? '/commands' : `/commands/${next}`)
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

/** A file in the person's own hands. */
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
