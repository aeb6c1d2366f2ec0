import '../../ui/media.css'
import './alerts.css'
import { useLocation, useRoute } from 'preact-iso'
import { type Answer, call } from '../../api.ts'
import { number } from '../../format.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { EntryList } from '../../ui/entry-list.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Listen } from '../../ui/listen.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { say } from '../../ui/toasts.tsx'
import { Unchosen } from '../../ui/unchosen.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { type Media, useMedia } from '../../ui/use-media.ts'
import { alertWords } from '../../words/alert-words.ts'
import { AlertEditor } from './alert-editor.tsx'
import { Donations } from './donations.tsx'
import { Files } from './files.tsx'

export type AudioAlert = Answer<'list-alerts'>['alerts'][number]

const tabs = ['alerts', 'donations', 'files'] as const

/** Three tables of one kitchen: alerts, how donations are shown, and the files both are made of. */
export function Alerts() {
  const { params } = useRoute()
  const tab = tabs.find((one) => one === params.id) ?? 'alerts'
  const media = useMedia()
  const isChosen = tab === 'alerts' && params.id !== undefined
  return (
    <div class={`width two alerts${isChosen ? ' chosen' : ''}`}>
      <Heading title={alertWords.title} lead={alertWords.lead}>
        {may('editor') && tab === 'alerts' && (
          <a class="button primary" href="/alerts/new">
            <Glyph name="plus" />
            {alertWords.make}
          </a>
        )}
      </Heading>
      <nav class="tabs filters" aria-label={alertWords.title}>
        {tabs.map((one) => (
          <a
            key={one}
            href={one === 'alerts' ? '/alerts' : `/alerts/${one}`}
            aria-current={one === tab ? 'page' : undefined}
          >
            {alertWords.tabs[one]}
          </a>
        ))}
      </nav>
      {tab === 'alerts' && <AlertTable chosen={params.id} media={media} />}
      {tab === 'donations' && <Donations media={media} />}
      {tab === 'files' && <Files media={media} />}
    </div>
  )
}

export function tryAlert(id: number): Promise<void> {
  return attempt(async () => {
    await call('test-alert', { id })
    say(alertWords.tried)
  })
}

/** The whole of an alert, as it is saved. */
export function writtenOf({ id, name, points, active, sound, image, video, volume }: AudioAlert) {
  return {
    id,
    name,
    points,
    active,
    volume,
    ...(sound === null ? {} : { sound }),
    ...(image === null ? {} : { image }),
    ...(video === null ? {} : { video }),
  }
}

function AlertTable({ chosen, media }: { chosen: string | undefined; media: Media }) {
  const { route } = useLocation()
  const changes = useLogCount('alert')
  const { value, trouble, reload, act } = useLoaded(() => call('list-alerts', {}), [changes])
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  if (value === undefined) return <Loading />
  const alert = value.alerts.find(({ id }) => String(id) === chosen)
  return (
    <div class="columns">
      <EntryList
        entries={value.alerts}
        chosen={alert}
        words={alertWords}
        keyOf={({ id }) => id}
        isOn={({ active }) => active}
        onOrder={(next) => void act(() => call('order-alerts', { ids: next.map(({ id }) => id) }))}
        onTry={({ id }) => void tryAlert(id)}
        onSwitch={(entry, active) => void act(() => call('edit-alert', { ...writtenOf(entry), active }))}
      >
        {(entry) => <AlertLine entry={entry} media={media} />}
      </EntryList>
      <div class="detail">
        {alert !== undefined || chosen === 'new' ? (
          <AlertEditor
            key={chosen}
            alert={alert}
            media={media}
            onDone={(id) => {
              void reload()
              route(id === undefined ? '/alerts' : `/alerts/${id}`)
            }}
          />
        ) : (
          <Unchosen glyph="alerts">{alertWords.pick}</Unchosen>
        )}
      </div>
    </div>
  )
}

function AlertLine({ entry, media }: { entry: AudioAlert; media: Media }) {
  return (
    <>
      <span class="thumb">
        {entry.image_url !== null ? (
          <img src={entry.image_url} alt="" />
        ) : (
          <Glyph name={entry.video_url === null ? 'alerts' : 'play'} />
        )}
      </span>
      <a class="grow cut" href={`/alerts/${entry.id}`}>
        <b>{entry.name}</b>
        <span class="faint small cut">{entry.sound === null ? alertWords.silent : media.nameOf(entry.sound)}</span>
      </a>
      <span class="small soft figure nowrap">
        {entry.points === 0 ? alertWords.free : alertWords.points(number(entry.points))}
      </span>
      {entry.sound_url !== null && <Listen url={entry.sound_url} name={entry.name} volume={entry.volume} />}
    </>
  )
}
