import { useState } from 'preact/hooks'
import { platformNamed, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { ApiError, call } from '../../api.ts'
import { listed, number } from '../../format.ts'
import { online } from '../../online.ts'
import { dashboard, livePlatforms, may, type PlatformStatus, refreshDashboard } from '../../state.ts'
import { Light } from '../../ui/light.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { EditInPlace } from './edit-in-place.tsx'
import { homeMessages } from './messages.ts'

/** What is on air, in one line: title, category and the state of each platform. */
export function StreamLine() {
  const platforms = dashboard.value?.platforms ?? []
  const main = livePlatforms.value[0] ?? platforms[0]
  const [failure, setFailure] = useState<{ field: 'title' | 'category'; error: ApiError }>()
  if (main === undefined) return null

  async function save(field: 'title' | 'category', value: string): Promise<boolean> {
    try {
      const { results } = await call('set-stream-meta', field === 'title' ? { title: value } : { game: value })
      const missed = results.filter(({ success }) => !success)
      showToast(homeMessages.saved({ count: results.length - missed.length }))
      if (missed.length > 0)
        showToast(
          homeMessages.notSaved({
            names: listed(missed.map(({ platform }) => platformTitles[platformNamed(platform)])),
          }),
          'stop',
        )
      setFailure(undefined)
      await refreshDashboard()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure({ field, error })
      return false
    }
  }

  const edit = (field: 'title' | 'category') => ({
    value: main[field],
    error: failure?.field === field ? failure.error.message : undefined,
    locked: !may('moderator'),
    onSave: (value: string) => save(field, value),
    onCancel: () => setFailure(undefined),
  })

  return (
    <section class="card on-air" aria-label={homeMessages.stream()}>
      <div class="what">
        <EditInPlace
          {...edit('title')}
          kind="title"
          label={homeMessages.editTitle()}
          empty={homeMessages.noTitle()}
          max={140}
        />
        <EditInPlace
          {...edit('category')}
          kind="category"
          label={homeMessages.editCategory()}
          empty={homeMessages.noCategory()}
          max={100}
          search={searchCategories}
        />
      </div>
      <ul class="platform-list">
        {platforms.map((status) => (
          <PlatformState key={status.platform} status={status} main={main} />
        ))}
      </ul>
    </section>
  )
}

async function searchCategories(query: string): Promise<readonly string[]> {
  // The operation refuses a query of one character.
  if (query.trim().length < 2) return []
  const { games } = await call('search-games', { query, limit: 8, min_similarity: 30 })
  return games.map(({ name }) => name)
}

/** The sum, the uptime and whether anything is live stand in the bar above. Nobody vouches for a light while it is away. */
function PlatformState({ status, main }: { status: PlatformStatus; main: PlatformStatus }) {
  const { platform, live, error } = status
  const differs = status.takesTitle && status.title !== main.title && status.title !== ''
  const state = !online.value ? 'off' : error !== null ? 'stop' : live ? 'go' : 'off'
  return (
    <li class={`edge ${platform}`} title={error ?? (differs ? status.title : undefined)}>
      <Light state={state} word={platformTitles[platform]} />
      {live && online.value ? (
        <b class="figure">{number(status.viewers)}</b>
      ) : (
        <span class="out-of-sight">{homeMessages.platformOffline()}</span>
      )}
      {error !== null && <span class="error small cut">{error}</span>}
    </li>
  )
}
