import './viewers.css'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Platform } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { minutes, number } from '../../format.ts'
import { may } from '../../state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PlatformSelect } from '../../ui/forms/platform-select.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NothingSelected } from '../../ui/lists/nothing-selected.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { ExportButton } from './export-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { viewerImportMessages, viewerMessages } from './messages.ts'
import { allTime, daysOf, type SpanChoice, SpanPicker } from './span-picker.tsx'
import { ViewerDetail } from './viewer-detail.tsx'

type Board = 'points' | 'watch'
const pageSize = 100

export function Viewers() {
  const { route, query } = useLocation()
  const [platform, setPlatform] = useState<Platform>('kick')
  const [search, setSearch] = useState('')
  const [by, setBy] = useState<Board>('points')
  const [span, setSpan] = useState<SpanChoice>(allTime)
  const [shown, setShown] = useState(pageSize)
  const [importing, setImporting] = useState(false)
  const imported = useLogCount('viewers', 'viewer')
  const days = by === 'watch' ? daysOf(span) : {}
  const { value, error, reload } = useLoaded(async () => {
    const typed = search.trim()
    const wanted = { platform, by, ...(typed === '' ? days : { search: typed }) }
    const first = await call('list-viewers', { ...wanted, limit: Math.min(shown, 200) })
    if (typed !== '') return first
    const viewers = [...first.viewers]
    while (viewers.length < Math.min(shown, first.total)) {
      const next = await call('list-viewers', { ...wanted, limit: pageSize, offset: viewers.length })
      if (next.viewers.length === 0) break
      viewers.push(...next.viewers)
    }
    return { total: first.total, viewers }
  }, [platform, by, search, shown, imported, JSON.stringify(days)])
  const chosen = query.viewer === undefined ? undefined : Number(query.viewer)
  if (error !== undefined && value === undefined) return <LoadError error={error} onRetry={reload} />
  const pick = (id: number) => `/viewers?viewer=${id}`

  return (
    <div class={`width two${chosen === undefined ? '' : ' chosen'}`}>
      <Heading title={viewerMessages.title()} lead={viewerMessages.lead()}>
        {may('editor') && (
          <>
            <ExportButton platform={platform} />
            <button type="button" class="button" onClick={() => setImporting(true)}>
              <Icon name="upload" />
              {viewerImportMessages.import()}
            </button>
          </>
        )}
      </Heading>
      <div class="row wrap filters">
        <SearchField label={viewerMessages.search()} value={search} onInput={setSearch} />
        <PlatformSelect label={viewerMessages.platform()} value={platform} onChange={setPlatform} />
        <fieldset class="tabs">
          <legend class="out-of-sight">{viewerMessages.rank()}</legend>
          {(['points', 'watch'] as const).map((board) => (
            <button key={board} type="button" aria-pressed={by === board} onClick={() => setBy(board)}>
              {board === 'points' ? viewerMessages.byPoints() : viewerMessages.byWatchTime()}
            </button>
          ))}
        </fieldset>
        {by === 'watch' && search.trim() === '' && <SpanPicker span={span} onChange={setSpan} />}
        {value !== undefined && search.trim() === '' && (
          <span class="faint small figure">{viewerMessages.total({ count: value.total })}</span>
        )}
      </div>
      {error !== undefined && (
        <p class="error" role="alert">
          {error.message}
        </p>
      )}
      <div class="columns">
        <div class="card list scroll">
          {value === undefined && <Loading rows={12} />}
          {value?.viewers.length === 0 ? (
            <p class="empty soft">
              {search !== ''
                ? viewerMessages.noMatch()
                : span.kind === 'all' || by === 'points'
                  ? viewerMessages.noViewers()
                  : viewerMessages.noViewersInPeriod()}
            </p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col" class="number rank wide-only">
                    #
                  </th>
                  <th scope="col">{viewerMessages.name()}</th>
                  <th scope="col" class="number">
                    {viewerMessages.points()}
                  </th>
                  <th scope="col" class="number">
                    {viewerMessages.watchTime()}
                  </th>
                  <th scope="col" class="number wide-only">
                    {viewerMessages.messages()}
                  </th>
                </tr>
              </thead>
              <tbody>
                {value?.viewers.map((viewer, index) => (
                  <tr
                    key={viewer.id}
                    class="pickable"
                    aria-current={viewer.id === chosen || undefined}
                    onClick={() => route(pick(viewer.id))}
                  >
                    <td class="number rank faint wide-only">{search.trim() === '' ? number(index + 1) : ''}</td>
                    <td class="cut name">
                      <span class="row">
                        <Avatar name={viewer.displayname} />
                        <a class="cut" href={pick(viewer.id)}>
                          {viewer.displayname}
                        </a>
                      </span>
                    </td>
                    <td class="number">{number(viewer.points)}</td>
                    <td class="number">{minutes(viewer.watch_minutes)}</td>
                    <td class="number soft wide-only">{number(viewer.message_count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {value !== undefined && search.trim() === '' && value.viewers.length < value.total && (
            <p class="inside">
              <button type="button" class="button" onClick={() => setShown(shown + pageSize)}>
                {viewerMessages.more()}
              </button>
            </p>
          )}
        </div>
        <div class="detail">
          {chosen === undefined ? (
            <NothingSelected icon="viewers">{viewerMessages.choose()}</NothingSelected>
          ) : (
            <ViewerDetail key={chosen} id={chosen} onChanged={reload} />
          )}
        </div>
      </div>
      {importing && <ImportDialog platform={platform} onClose={() => setImporting(false)} />}
    </div>
  )
}
