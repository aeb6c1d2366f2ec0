import './shows.css'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may, showChanges } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { UnsavedMark } from '../../ui/forms/unsaved-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { later } from '../../ui/later.tsx'
import { Light } from '../../ui/light.tsx'
import { JsonFileButton } from '../../ui/lists/json-file-button.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useNextPage } from '../../ui/lists/use-next-page.ts'
import { Loading } from '../../ui/loading.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { type ShowEntry, showPlace } from './draft.ts'
import { showMessages, showStateMessages } from './messages.ts'
import { lightOf } from './state-light.ts'

const Operator = later(async () => (await import('./operator.tsx')).Operator, NotLoaded)
const ShowEditor = later(async () => (await import('./show-editor.tsx')).ShowEditor, NotLoaded)
const ShowReport = later(async () => (await import('./show-report.tsx')).ShowReport, NotLoaded)

/** The list of shows with the editor of one, its report, or the page that runs it. */
export function Shows() {
  const { path } = useLocation()
  const { params } = useRoute()
  const id = Number(params.id)
  if (path.endsWith('/run')) return <Operator key={id} id={id} />
  if (path.endsWith('/report')) return <ShowReport key={id} id={id} />
  return <ShowList />
}

function ShowList() {
  const goOn = useNextPage()
  const { params } = useRoute()
  const changes = useLogCount('show')
  const { value, error, reload } = useLoaded(() => call('list-shows', {}), [changes, showChanges.value])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  const isNew = params.id === 'new'
  const id = Number(params.id)
  const isChosen = isNew || Number.isInteger(id)
  return (
    <div class={`width two list-and-editor shows${isChosen ? ' chosen' : ''}`}>
      <Heading title={showMessages.title()} lead={showMessages.lead()}>
        {may('editor') && (
          <>
            <ImportShow onDone={(added) => goOn(`/run-of-show/${added}`)} />
            <a class="button primary" href="/run-of-show/new">
              <Icon name="plus" />
              {showMessages.newShow()}
            </a>
          </>
        )}
      </Heading>
      {value?.total === 0 && !isNew ? (
        <div class="card">
          <Empty title={showMessages.none()}>
            <p>{showMessages.noneHelp()}</p>
          </Empty>
        </div>
      ) : (
        <div class="columns">
          <div class="card list">
            {value === undefined ? <Loading rows={4} /> : <Rows shows={value.shows} chosen={id} />}
          </div>
          {isChosen && (
            <div class="detail">
              <ShowEditor
                key={isNew ? 'new' : id}
                id={isNew ? undefined : id}
                changes={changes}
                onDone={(next) => {
                  void reload()
                  goOn(next === undefined ? '/run-of-show' : `/run-of-show/${next}`)
                }}
              />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

function Rows({ shows, chosen }: { shows: readonly ShowEntry[]; chosen: number }) {
  return (
    <ul class="link-rows show-rows">
      {shows.map(({ id, name, cues, state }) => (
        <li key={id} aria-current={id === chosen || undefined}>
          <a href={`/run-of-show/${id}`}>
            <b class="cut">{name}</b>
            <span class="faint small figure">{showMessages.cues({ count: cues })}</span>
            <span class="small">
              <Light state={lightOf(state)} word={showStateMessages[state]()} glow={state === 'running'} />{' '}
              <UnsavedMark place={showPlace(id)} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function ImportShow({ onDone }: { onDone: (id: number) => void }) {
  async function read(file: File): Promise<void> {
    const show = showIn(await file.text())
    if (show === undefined) return showToast(showMessages.invalidFile())
    await attempt(async () => {
      const { id } = await call('save-show', show)
      showToast(showMessages.imported({ name: show.name }))
      onDone(id)
    })
  }
  return <JsonFileButton label={showMessages.import()} isLarge onFile={(file) => void read(file)} />
}

/** The server checks the rest. */
function showIn(text: string): Parameters<typeof call<'save-show'>>[1] | undefined {
  try {
    const { id: _, ...file } = JSON.parse(text) as Record<string, unknown>
    if (typeof file.name !== 'string' || !Array.isArray(file.cues)) return undefined
    return file as Parameters<typeof call<'save-show'>>[1]
  } catch {
    return undefined
  }
}
