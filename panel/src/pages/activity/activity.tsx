import { useState } from 'preact/hooks'
import type { EventGroup } from '../../../../src/definitions/event-groups.ts'
import type { Platform } from '../../../../src/platforms/contract/platforms.ts'
import { eventRegistry } from '../../../../src/registry/event-registry.ts'
import { call } from '../../api.ts'
import { type LogEvent, may, me } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { PlatformSelect } from '../../ui/forms/platform-select.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLogPages } from '../../ui/lists/use-log-pages.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Heading, LoadError } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { Bulk } from './bulk.tsx'
import { EventRow } from './event-row.tsx'
import { fold, foldBulk, isPartOfImport } from './fold-events.ts'
import { activityMessages } from './messages.ts'

/** The log as far as the role may read it: live at the top, older events below. */
export function Activity() {
  const [group, setGroup] = useState<EventGroup>()
  const [platform, setPlatform] = useState<Platform>()
  const [search, setSearch] = useState('')

  const typed = search.trim().toLowerCase()
  const fits = (event: LogEvent) =>
    (group === undefined || eventRegistry.groupOf(event.kind) === group) &&
    (platform === undefined || event.platform === platform) &&
    (typed !== '' || !isPartOfImport(event)) &&
    (typed === '' || eventRegistry.sentenceOf(event).toLowerCase().includes(typed))

  const { events, next, error, show } = useLogPages(
    async (before) => {
      const answer = await call('list-events', {
        ...(group === undefined ? {} : { group }),
        ...(platform === undefined ? {} : { platform }),
        ...(typed === '' ? {} : { search: typed }),
        ...before,
      })
      return { events: answer.events, next: answer.next_before }
    },
    fits,
    [group, platform, typed],
  )

  const isFiltered = group !== undefined || platform !== undefined || typed !== ''
  const filters = eventRegistry.filtersFor({ role: me.value?.role ?? 'viewer' })
  const choices = [{ group: undefined, title: activityMessages.all() }, ...filters]
  return (
    <div class="width">
      <Heading title={activityMessages.title()} lead={activityMessages.lead()}>
        <a class="button" href="/activity/streams">
          <Icon name="activity" />
          {activityMessages.streams()}
        </a>
      </Heading>
      <div class="row wrap filters">
        <fieldset class="tabs">
          <legend class="out-of-sight">{activityMessages.title()}</legend>
          {choices.map((choice) => (
            <button
              key={choice.group ?? 'all'}
              type="button"
              aria-pressed={group === choice.group}
              onClick={() => setGroup(choice.group)}
            >
              {choice.title}
            </button>
          ))}
        </fieldset>
        <PlatformSelect
          label={activityMessages.platform()}
          value={platform}
          everywhere={activityMessages.allPlatforms()}
          onChange={setPlatform}
        />
        <SearchField label={activityMessages.search()} value={search} onInput={setSearch} />
      </div>
      <section class="card">
        {events === undefined && error === undefined && <Loading rows={14} />}
        {error !== undefined && <LoadError error={error} onRetry={() => void show()} />}
        {events?.length === 0 && next === null && (
          <Empty title={isFiltered ? activityMessages.noneFound() : activityMessages.none()}>
            {isFiltered && (
              <button
                type="button"
                class="button"
                onClick={() => {
                  setGroup(undefined)
                  setPlatform(undefined)
                  setSearch('')
                }}
              >
                {activityMessages.showAll()}
              </button>
            )}
          </Empty>
        )}
        <ol class="events">
          {foldBulk(fold(events ?? [])).map(({ event, others }) =>
            others.length === 0 ? (
              <EventRow key={event.seq} event={event}>
                <Replay event={event} />
              </EventRow>
            ) : (
              <Bulk key={event.seq} event={event} others={others} />
            ),
          )}
        </ol>
        {next !== null && (
          <p class="inside">
            <button type="button" class="button" onClick={() => void show(next)}>
              {activityMessages.more()}
            </button>
          </p>
        )}
      </section>
    </div>
  )
}

/** Shows the event on the overlay again. Rows without a button keep its space, so that columns align. */
function Replay({ event }: { event: LogEvent }) {
  if (!may('moderator')) return null
  if (!eventRegistry.isReplayable(event.kind)) return <span class="button-place" />
  return (
    <IconButton
      icon="replay"
      label={activityMessages.replayOne({ event: eventRegistry.sentenceOf(event) })}
      title={activityMessages.replay()}
      onClick={() =>
        void attempt(async () => {
          await call('replay-event', { seq: event.seq })
          showToast(activityMessages.replayed())
        })
      }
    />
  )
}
