import './home/home.css'
import { useState } from 'preact/hooks'
import { call, Trouble } from '../api.ts'
import { duration, number } from '../format.ts'
import {
  dashboard,
  livePlatforms,
  may,
  needs,
  now,
  type PlatformStatus,
  recent,
  refreshDashboard,
  startedAt,
  viewers,
} from '../state.ts'
import { Light } from '../ui/light.tsx'
import { Figure } from '../ui/parts.tsx'
import { say } from '../ui/toasts.tsx'
import { words } from '../words/words.ts'
import { EventRow, fold, withoutRepeats } from './event-row.tsx'
import { EditInPlace } from './home/edit-in-place.tsx'
import { Queue } from './overlay/queue.tsx'

/** The dashboard: which streams are live, recent activity, and what needs attention. */
export function Home() {
  return (
    <div class="width home">
      <h1 class="out-of-sight">{words.places.home}</h1>
      <div class="stack">
        <OnAir />
        <Happened />
      </div>
      <div class="stack">
        <Needs />
        <Queue />
        <Connected />
      </div>
    </div>
  )
}

function OnAir() {
  const platforms = dashboard.value?.platforms ?? []
  const live = livePlatforms.value.length > 0
  const main = livePlatforms.value[0] ?? platforms[0]
  const [trouble, setTrouble] = useState<{ field: 'title' | 'category'; error: Trouble }>()
  if (main === undefined) return null

  async function save(field: 'title' | 'category', value: string): Promise<boolean> {
    try {
      const { results } = await call('set-stream', { [field]: value })
      const missed = results.filter(({ done }) => !done)
      say(words.home.saved(results.length - missed.length))
      if (missed.length > 0)
        say(words.home.partly(missed.map(({ platform }) => words.platforms[platform]).join(', ')), 'stop')
      setTrouble(undefined)
      await refreshDashboard()
      return true
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble({ field, error })
      return false
    }
  }

  const edit = (field: 'title' | 'category') => ({
    value: main[field],
    trouble: trouble?.field === field ? trouble.error.message : undefined,
    locked: !may('moderator'),
    onSave: (value: string) => save(field, value),
    onCancel: () => setTrouble(undefined),
  })

  return (
    <section class="card on-air" aria-label={words.home.onAir}>
      <div class="what">
        <div class="row">
          <span class="grow">
            <Light state={live ? 'go' : 'off'} glow={live} word={live ? words.home.onAir : words.home.offAir} />
          </span>
          {live && (
            <dl class="on-air-figures">
              <Figure word={words.home.viewers} value={number(viewers.value)} />
              <Figure
                word={words.bar.uptime}
                value={startedAt.value === null ? '–' : duration(now.value - startedAt.value)}
              />
            </dl>
          )}
        </div>
        <EditInPlace
          {...edit('title')}
          kind="title"
          label={words.home.editTitle}
          empty={words.home.noTitle}
          max={140}
        />
        <EditInPlace
          {...edit('category')}
          kind="category"
          label={words.home.editCategory}
          empty={words.home.noCategory}
          max={100}
          search={async (query) => (await call('search-categories', { query })).names}
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

function PlatformRow({ status, main }: { status: PlatformStatus; main: PlatformStatus }) {
  const { platform, live, trouble, startedAt: since } = status
  const differs = status.takesTitle && status.title !== main.title && status.title !== ''
  return (
    <li class={`edge ${platform}`}>
      <div class="grow">
        <div class="row">
          <b>{words.platforms[platform]}</b>
          {status.connector === 'sandbox' && <span class="tag">{words.home.sandbox}</span>}
        </div>
        {trouble !== null && <p class="trouble small">{trouble}</p>}
        {differs && <p class="faint small cut">{status.title}</p>}
      </div>
      <span class="figure soft">
        {live && (
          <>
            <b>{number(status.viewers)}</b> {words.home.viewers}
          </>
        )}
      </span>
      <span class="figure soft uptime">{live && since !== null && duration(now.value - since)}</span>
      <span class="state">
        <Light
          state={trouble !== null ? 'stop' : live ? 'go' : 'off'}
          word={live ? words.bar.live.toLowerCase() : words.home.offline}
        />
      </span>
    </li>
  )
}

function Happened() {
  return (
    <section class="card">
      <header>
        <h2>{words.home.happened}</h2>
        <a href="/activity" class="small">
          {words.home.all}
        </a>
      </header>
      {recent.value.length === 0 ? (
        <p class="inside soft">{words.home.quiet}</p>
      ) : (
        <ol class="events" aria-live="off">
          {withoutRepeats(fold(recent.value.filter(({ kind }) => !kind.startsWith('session.'))))
            .slice(0, 12)
            .map((event) => (
              <EventRow key={event.seq} event={event} />
            ))}
        </ol>
      )}
    </section>
  )
}

function Needs() {
  const open = needs.value
  return (
    <section class="card">
      <header>
        <h2>{words.home.needs}</h2>
      </header>
      {open.length === 0 ? (
        <p class="inside soft">{words.home.fine}</p>
      ) : (
        <ul class="needs">
          {open.map(({ code }) => {
            const [what = code, how = '', path = '/', link = ''] = words.needs[code] ?? []
            return (
              <li key={code}>
                <Light state={code === 'overlay_away' || code === 'no_key' ? 'standby' : 'stop'} word="" />
                <div>
                  <p>{what}</p>
                  {how !== '' && <p class="soft small">{how}</p>}
                  <a href={path} class="small">
                    {link}
                  </a>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function Connected() {
  const state = dashboard.value
  const lights: readonly (readonly [string, boolean | undefined, string])[] = [
    [words.bar.overlay, state?.overlay, '/stage'],
    [words.bar.bot, state?.bot, '/settings'],
    [words.bar.extension, state?.extension, '/settings'],
  ]
  return (
    <section class="card">
      <header>
        <h2>{words.home.connected}</h2>
      </header>
      <ul class="lines">
        {lights.map(([name, on, path]) => (
          <li key={name}>
            <a href={path}>
              <span>{name}</span>
              <Light state={on ? 'go' : 'off'} word={on ? words.bar.on : words.bar.off} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
