import { useState } from 'preact/hooks'
import { platformNamed, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { ApiError, call } from '../../api.ts'
import { duration, listed, number } from '../../format.ts'
import { barMessages } from '../../messages/shell.ts'
import {
  dashboard,
  livePlatforms,
  may,
  now,
  type PlatformStatus,
  refreshDashboard,
  startedAt,
  viewers,
} from '../../state.ts'
import { Light } from '../../ui/light.tsx'
import { Figure } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { EditInPlace } from './edit-in-place.tsx'
import { homeMessages } from './messages.ts'

/** What is on air: title, category and the state of each platform. */
export function StreamCard() {
  const platforms = dashboard.value?.platforms ?? []
  const live = livePlatforms.value.length > 0
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
    <section class="card on-air" aria-label={homeMessages.live()}>
      <div class="what">
        <div class="row">
          <span class="grow">
            <Light state={live ? 'go' : 'off'} glow={live} word={live ? homeMessages.live() : homeMessages.offline()} />
          </span>
          {live && (
            <dl class="on-air-figures">
              <Figure word={homeMessages.viewers({ count: viewers.value })} value={number(viewers.value)} />
              <Figure
                word={barMessages.uptime()}
                value={startedAt.value === null ? '–' : duration(now.value - startedAt.value)}
              />
            </dl>
          )}
        </div>
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
          <PlatformRow key={status.platform} status={status} main={main} />
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

function PlatformRow({ status, main }: { status: PlatformStatus; main: PlatformStatus }) {
  const { platform, live, error, startedAt: since } = status
  const differs = status.takesTitle && status.title !== main.title && status.title !== ''
  return (
    <li class={`edge ${platform}`}>
      <div class="grow">
        <div class="row">
          <b>{platformTitles[platform]}</b>
          {status.connector === 'sandbox' && <span class="tag">{homeMessages.testMode()}</span>}
        </div>
        {error !== null && <p class="error small">{error}</p>}
        {differs && <p class="faint small cut">{status.title}</p>}
      </div>
      <span class="figure soft">
        {live && (
          <>
            <b>{number(status.viewers)}</b> {homeMessages.viewers({ count: status.viewers })}
          </>
        )}
      </span>
      <span class="figure soft uptime">{live && since !== null && duration(now.value - since)}</span>
      <span class="state">
        <Light
          state={error !== null ? 'stop' : live ? 'go' : 'off'}
          word={live ? homeMessages.platformLive() : homeMessages.platformOffline()}
        />
      </span>
    </li>
  )
}
