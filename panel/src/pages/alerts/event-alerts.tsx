import '../../ui/lists/entry-list.css'
import '../../ui/thumb.css'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NothingSelected } from '../../ui/lists/nothing-selected.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useNextPage } from '../../ui/lists/use-next-page.ts'
import { Loading } from '../../ui/loading.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { switchTo } from '../../ui/show-switched.ts'
import { showToast } from '../../ui/toasts.tsx'
import { addRecipe } from '../automations/add-recipe.ts'
import { type AutomationEntry, loadAutomations } from '../automations/draft.ts'
import {
  type EventAlertKind,
  eventAlertsIn,
  isAlertStep,
  kindOf,
  kinds,
  sampleOf,
  testEventAlert,
} from './event-alert.ts'
import { EventAlertEditor } from './event-alert-editor.tsx'
import { eventAlertMessages } from './event-alert-messages.ts'

const prefix = 'event-'

/** What happens on the platforms, and the card that says so. Each is an automation. */
export function EventAlerts({ chosen, media }: { chosen: string | undefined; media: Media }) {
  const goOn = useNextPage()
  const changes = useLogCount('automation')
  const { value, error, reload, act } = useLoaded(loadAutomations, [changes])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const alerts = eventAlertsIn(value)
  const entry = alerts.find(({ id }) => `${prefix}${id}` === chosen)
  const missing = kinds.filter((kind) => !alerts.some((one) => kindOf(one) === kind))
  const add = ({ recipe }: EventAlertKind) =>
    attempt(async () => {
      const { id, name } = await addRecipe(recipe)
      showToast(eventAlertMessages.added({ name }))
      await reload()
      goOn(`/alerts/${prefix}${id}`)
    })
  /** Those that a new channel has from the start. */
  const addStandard = () =>
    attempt(async () => {
      const standard = kinds.filter(({ isFromStart }) => isFromStart)
      for (const { recipe } of standard) await addRecipe(recipe)
      showToast(eventAlertMessages.standardAdded({ count: standard.length }))
      await reload()
    })
  return (
    <div class="columns">
      <div class="card list">
        {alerts.length === 0 && may('editor') && (
          <div class="inside row wrap">
            <p class="soft grow">{eventAlertMessages.standardHelp()}</p>
            <button type="button" class="button primary" onClick={() => void addStandard()}>
              {eventAlertMessages.addStandard()}
            </button>
          </div>
        )}
        <ul class="rows">
          {alerts.map((one) => (
            <AlertRow
              key={one.id}
              entry={one}
              isChosen={one === entry}
              onSwitch={(active) =>
                void act(() =>
                  switchTo(one.name, active, (isOn) => call('toggle-automation', { id: one.id, active: isOn ? 1 : 0 })),
                )
              }
            />
          ))}
          <li>
            <div class="row-of-list">
              <span class="thumb">
                <Icon name="gift" />
              </span>
              <a class="grow cut" href="/alerts/donations">
                <b>{eventAlertMessages.donations()}</b>
                <span class="faint small cut">{eventAlertMessages.donationsHelp()}</span>
              </a>
            </div>
          </li>
          {missing.map((kind) => (
            <li key={kind.recipe.name}>
              <div class="row-of-list is-off">
                <span class="thumb">
                  <Icon name="alerts" />
                </span>
                <span class="grow cut">
                  <b>{kind.recipe.title()}</b>
                  <span class="faint small cut">{eventAlertMessages.off()}</span>
                </span>
                {may('editor') && (
                  <button
                    type="button"
                    class="button small"
                    aria-label={eventAlertMessages.addOne({ name: kind.recipe.title() })}
                    onClick={() => void add(kind)}
                  >
                    {eventAlertMessages.add()}
                  </button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div class="detail">
        {entry === undefined ? (
          <NothingSelected icon="alerts">{eventAlertMessages.choose()}</NothingSelected>
        ) : (
          <EventAlertEditor
            key={entry.id}
            entry={entry}
            media={media}
            onDone={(isThere) => {
              void reload()
              if (!isThere) goOn('/alerts')
            }}
          />
        )}
      </div>
    </div>
  )
}

interface RowProps {
  readonly entry: AutomationEntry
  readonly isChosen: boolean
  readonly onSwitch: (active: boolean) => void
}

function AlertRow({ entry, isChosen, onSwitch }: RowProps) {
  const { id, name, active, steps } = entry
  const sample = sampleOf(entry)
  const text = (steps.find(isAlertStep)?.text ?? '').replace(/\$\((?:event\.)?(\w+)\)/g, (typed, field: string) =>
    String(sample[field] ?? typed),
  )
  return (
    <li>
      <div class={`row-of-list${active === 1 ? '' : ' is-off'}`} aria-current={isChosen || undefined}>
        <span class="thumb">
          <Icon name="alerts" />
        </span>
        <a class="grow cut" href={`/alerts/${prefix}${id}`}>
          <b>{name}</b>
          <span class="faint small cut">{text}</span>
        </a>
        {may('moderator') && (
          <IconButton
            icon="overlay"
            label={eventAlertMessages.testOne({ name })}
            title={eventAlertMessages.test()}
            onClick={() => void testEventAlert(entry)}
          />
        )}
        <Switch
          label={eventAlertMessages.active({ name })}
          isQuiet
          checked={active === 1}
          disabled={!may('editor')}
          onChange={onSwitch}
        />
      </div>
    </li>
  )
}
