import './automations.css'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
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
import { showToast } from '../../ui/toasts.tsx'
import { AutomationList, isAutomation } from './automation-list.tsx'
import { type AutomationEntry, draftOf, fileOf, loadAutomations, saveFile, timerDraft } from './draft.ts'
import { automationMessages, recipeMessages } from './messages.ts'
import { triggerSentence } from './trigger-sentence.ts'

const AutomationEditor = later(async () => (await import('./automation-editor.tsx')).AutomationEditor, NotLoaded)
const Recipes = later(async () => (await import('./recipes.tsx')).Recipes)
const ImportAutomations = later(async () => (await import('./import-automations.tsx')).ImportAutomations)

const lastRuns = 100

/** All automations on the left, the editor of the selected one on the right. */
export function Automations() {
  const { query } = useLocation()
  const goOn = useNextPage()
  const { params } = useRoute()
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<'import' | 'recipes'>()
  const changes = useLogCount('automation', 'command')
  const { value, error, reload } = useLoaded(load, [changes])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />

  const isNew = params.id === 'new'
  const id = Number(params.id)
  const own = value?.automations.filter(isAutomation) ?? []
  const entry = own.find((one) => one.id === id)
  const isChosen = isNew || Number.isInteger(id)
  const isEmpty = value !== undefined && value.automations.length === 0

  return (
    <div class={`width two automations${isChosen ? ' chosen' : ''}`}>
      <Heading title={automationMessages.title()} lead={automationMessages.lead()}>
        {may('moderator') && (
          <button
            type="button"
            class="button danger"
            title={automationMessages.stopAllHelp()}
            onClick={() => void stopAll()}
          >
            <Icon name="stop" />
            {automationMessages.stopAll()}
          </button>
        )}
        {own.length > 0 && (
          <button type="button" class="button" onClick={() => saveFile('automations', exportOf(own))}>
            <Icon name="download" />
            {automationMessages.exportAll()}
          </button>
        )}
        {may('editor') && (
          <>
            <button type="button" class="button" onClick={() => setDialog('recipes')}>
              <Icon name="effects" />
              {recipeMessages.open()}
            </button>
            <button type="button" class="button" onClick={() => setDialog('import')}>
              <Icon name="upload" />
              {automationMessages.import()}
            </button>
            <a class="button primary" href="/automations/new">
              <Icon name="plus" />
              {automationMessages.newAutomation()}
            </a>
          </>
        )}
      </Heading>
      {isEmpty && !isNew ? (
        <div class="card">
          <Empty title={automationMessages.none()}>
            <p>{automationMessages.noneHelp()}</p>
          </Empty>
        </div>
      ) : (
        <div class="columns">
          <div class="card list">
            <div class="search">
              <SearchField label={automationMessages.search()} value={search} onInput={setSearch} />
            </div>
            {value === undefined ? (
              <Loading rows={10} />
            ) : (
              <AutomationList
                entries={value.automations.filter((one) => matches(one, search))}
                runs={value.runs}
                chosen={id}
                onChanged={reload}
              />
            )}
          </div>
          {value !== undefined && (isNew || entry !== undefined) && (
            <div class="detail">
              <AutomationEditor
                key={isNew ? 'new' : id}
                entry={isNew ? undefined : entry}
                start={isNew && query.command !== undefined ? timerDraft(query.command) : undefined}
                names={own.map(({ name }) => name)}
                changes={changes}
                onDone={(next) => {
                  void reload()
                  goOn(next === undefined ? '/automations' : `/automations/${next}`)
                }}
              />
            </div>
          )}
        </div>
      )}
      {dialog === 'recipes' && (
        <Recipes
          onClose={() => setDialog(undefined)}
          onAdded={(added) => {
            setDialog(undefined)
            void reload()
            goOn(`/automations/${added}`)
          }}
        />
      )}
      {dialog === 'import' && (
        <ImportAutomations
          onClose={() => {
            setDialog(undefined)
            void reload()
          }}
        />
      )}
    </div>
  )
}

async function load() {
  const [automations, { runs }] = await Promise.all([
    loadAutomations(),
    call('list-automation-runs', { limit: lastRuns }),
  ])
  return { automations, runs }
}

function stopAll(): Promise<void> {
  return attempt(async () => {
    const { stopped } = await call('stop-automations', {})
    showToast(automationMessages.stopped({ count: stopped }))
  })
}

function exportOf(entries: readonly AutomationEntry[]) {
  return { version: 1, automations: entries.map((entry) => fileOf(draftOf(entry))) }
}

/** Every typed word is in the name, in what starts it or in its steps. */
function matches(entry: AutomationEntry, search: string): boolean {
  const text = `${entry.name} ${triggerSentence(entry.trigger)} ${JSON.stringify(entry.steps)}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
