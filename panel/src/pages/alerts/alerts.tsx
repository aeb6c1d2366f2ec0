import '../../ui/thumb.css'
import './alerts.css'
import { useRoute } from 'preact-iso'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { UnsavedMark } from '../../ui/forms/unsaved-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EntryList } from '../../ui/lists/entry-list.tsx'
import { NothingSelected } from '../../ui/lists/nothing-selected.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useNextPage } from '../../ui/lists/use-next-page.ts'
import { Loading } from '../../ui/loading.tsx'
import { Listen } from '../../ui/media/listen.tsx'
import { type Media, useMedia } from '../../ui/media/use-media.ts'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { switchTo } from '../../ui/show-switched.ts'
import { contentOf } from './alert-content.ts'
import { AlertEditor } from './alert-editor.tsx'
import { type AudioAlert, alertPlace, inputOf, testAlert } from './audio-alert.ts'
import { Donations } from './donations.tsx'
import { EventAlerts } from './event-alerts.tsx'
import { Files } from './files.tsx'
import { alertMessages, alertTabs } from './messages.ts'

const tabs = ['events', 'audio', 'donations', 'files'] as const

/** Four tabs: alerts of events, audio alerts, how donations are shown, and uploaded files. */
export function Alerts() {
  const { params } = useRoute()
  const tab = tabOf(params.id)
  const media = useMedia()
  const isChosen = (tab === 'events' || tab === 'audio') && params.id !== undefined && params.id !== 'audio'
  return (
    <div class={`width two alerts${isChosen ? ' chosen' : ''}`}>
      <Heading title={alertMessages.title()} lead={alertMessages.lead()}>
        {may('editor') && tab === 'audio' && (
          <a class="button primary" href="/alerts/new">
            <Icon name="plus" />
            {alertMessages.newAlert()}
          </a>
        )}
      </Heading>
      <nav class="tabs filters" aria-label={alertMessages.title()}>
        {tabs.map((one) => (
          <a
            key={one}
            href={one === 'events' ? '/alerts' : `/alerts/${one}`}
            aria-current={one === tab ? 'page' : undefined}
          >
            {alertTabs[one]()}
          </a>
        ))}
      </nav>
      {tab === 'events' && <EventAlerts chosen={params.id} media={media} />}
      {tab === 'audio' && <AlertTable chosen={params.id} media={media} />}
      {tab === 'donations' && <Donations media={media} />}
      {tab === 'files' && <Files media={media} />}
    </div>
  )
}

/** An audio alert is named by its number alone. */
function tabOf(id: string | undefined): (typeof tabs)[number] {
  const named = tabs.find((one) => one === id)
  if (named !== undefined) return named
  return id === 'new' || /^\d+$/.test(id ?? '') ? 'audio' : 'events'
}

function AlertTable({ chosen, media }: { chosen: string | undefined; media: Media }) {
  const goOn = useNextPage()
  const changes = useLogCount('alert')
  const { value, error, reload, act } = useLoaded(() => call('list-alert-settings', {}), [changes])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const alert = value.alerts.find(({ id }) => String(id) === chosen)
  return (
    <div class="columns">
      <EntryList
        entries={value.alerts}
        chosen={alert}
        words={{
          none: alertMessages.none(),
          noneHelp: alertMessages.noneHelp(),
          try: alertMessages.test(),
          tryOne: (name) => alertMessages.testOne({ name }),
          active: (name) => alertMessages.active({ name }),
        }}
        keyOf={({ id }) => id}
        isOn={({ active }) => active}
        onOrder={(next) => void act(() => call('order-alerts', { ids: next.map(({ id }) => id) }))}
        onTry={({ id }) => void testAlert(id)}
        onSwitch={(entry, active) => {
          void act(() =>
            switchTo(entry.name, active, (isOn) => {
              const before = { ...contentOf(entry), active: !isOn }
              return call('edit-alert', { ...inputOf(entry), active: isOn, if_version: versionOf(before) })
            }),
          )
        }}
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
              goOn(id === undefined ? '/alerts/audio' : `/alerts/${id}`)
            }}
          />
        ) : (
          <NothingSelected icon="alerts">{alertMessages.choose()}</NothingSelected>
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
          <Icon name={entry.video_url === null ? 'alerts' : 'play'} />
        )}
      </span>
      <a class="grow cut" href={`/alerts/${entry.id}`}>
        <b>{entry.name}</b>
        <span class="faint small cut">
          {entry.sound === null ? alertMessages.noSound() : media.nameOf(entry.sound)}
        </span>
      </a>
      <UnsavedMark place={alertPlace(entry.id)} />
      <span class="small soft figure nowrap">
        {entry.points === 0 ? alertMessages.free() : alertMessages.price({ count: entry.points })}
      </span>
      {entry.sound_url !== null && <Listen url={entry.sound_url} name={entry.name} volume={entry.volume} />}
    </>
  )
}
