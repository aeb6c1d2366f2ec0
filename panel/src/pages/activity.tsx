import { useState } from 'preact/hooks'
import type { EventGroup } from '../../../src/contract/event-groups.ts'
import { eventRegistry } from '../../../src/contract/event-registry.ts'
import type { Platform } from '../../../src/contract/platforms.ts'
import { call } from '../api.ts'
import { type LogEvent, may, me } from '../state.ts'
import { attempt } from '../ui/attempt.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Loading } from '../ui/loading.tsx'
import { Empty, Heading, TroubleNote } from '../ui/parts.tsx'
import { PlatformSelect } from '../ui/platform-select.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { say as toast } from '../ui/toasts.tsx'
import { useLogPages } from '../ui/use-log-pages.ts'
import { words } from '../words/words.ts'
import { EventRow, fold } from './event-row.tsx'

/** The log as far as the role may read it: live at the top, older events below. */
export function Activity() {
  const [group, setGroup] = useState<EventGroup>()
  const [platform, setPlatform] = useState<Platform>()
  const [search, setSearch] = useState('')

  const typed = search.trim().toLowerCase()
  const fits = (event: LogEvent) =>
    (group === undefined || eventRegistry.groupOf(event.kind) === group) &&
    (platform === undefined || event.platform === platform) &&
    (typed === '' || eventRegistry.sentenceOf(event).toLowerCase().includes(typed))

  const { events, next, trouble, show } = useLogPages(
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
  const choices = [{ group: undefined, title: words.activity.all }, ...filters]
  return (
    <div class="width">
      <Heading title={words.activity.title} lead={words.activity.lead} />
      <div class="row wrap filters">
        <fieldset class="tabs">
          <legend class="out-of-sight">{words.activity.title}</legend>
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
          label={words.activity.where}
          value={platform}
          everywhere={words.activity.everywhere}
          onChange={setPlatform}
        />
        <SearchField label={words.activity.search} value={search} onInput={setSearch} />
      </div>
      <section class="card">
        {events === undefined && trouble === undefined && <Loading rows={14} />}
        {trouble !== undefined && <TroubleNote trouble={trouble} onRetry={() => void show()} />}
        {events?.length === 0 && next === null && (
          <Empty title={isFiltered ? words.activity.noneFound : words.activity.none}>
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
                {words.activity.showAll}
              </button>
            )}
          </Empty>
        )}
        <ol class="events">
          {fold(events ?? []).map((event) => (
            <EventRow key={event.seq} event={event}>
              <Replay event={event} />
            </EventRow>
          ))}
        </ol>
        {next !== null && (
          <p class="inside">
            <button type="button" class="button" onClick={() => void show(next)}>
              {words.activity.more}
            </button>
          </p>
        )}
      </section>
    </div>
  )
}

/** Shows on the overlay what this event showed. Its place is kept where there is nothing to show, so rows stay even. */
function Replay({ event }: { event: LogEvent }) {
  if (!may('moderator')) return null
  if (!eventRegistry.isReplayable(event.kind)) return <span class="button-place" />
  return (
    <IconButton
      glyph="replay"
      label={`${words.activity.replay}: ${eventRegistry.sentenceOf(event)}`}
      title={words.activity.replay}
      onClick={() =>
        void attempt(async () => {
          await call('replay-event', { seq: event.seq })
          toast(words.activity.replayed)
        })
      }
    />
  )
}
