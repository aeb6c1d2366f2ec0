import { useEffect, useState } from 'preact/hooks'
import { eventGroups, groupOf } from '../../../src/contract/event-groups.ts'
import { platforms } from '../../../src/contract/platforms.ts'
import { call, Trouble } from '../api.ts'
import { onLog } from '../live.ts'
import { type LogEvent, may } from '../state.ts'
import { Glyph } from '../ui/glyph.tsx'
import { Empty, Heading, TroubleNote } from '../ui/parts.tsx'
import { sayTrouble, say as toast } from '../ui/toasts.tsx'
import { sentenceOf } from '../words/event-words.ts'
import { words } from '../words/words.ts'
import { EventRow, fold } from './event-row.tsx'

type Group = (typeof eventGroups)[number]
type Platform = (typeof platforms)[number]

/** The whole log, live at the top, older at the foot. */
export function Activity() {
  const [group, setGroup] = useState<Group>()
  const [platform, setPlatform] = useState<Platform>()
  const [search, setSearch] = useState('')
  const [events, setEvents] = useState<readonly LogEvent[]>()
  const [next, setNext] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<Trouble>()

  const typed = search.trim().toLowerCase()
  const fits = (event: LogEvent) =>
    (group === undefined || groupOf(event.kind) === group) &&
    (platform === undefined || event.platform === platform) &&
    (typed === '' || sentenceOf(event).toLowerCase().includes(typed))

  async function read(before?: number): Promise<void> {
    try {
      const answer = await call('list-events', {
        ...(group === undefined ? {} : { group }),
        ...(platform === undefined ? {} : { platform }),
        ...(typed === '' ? {} : { search: typed }),
        ...(before === undefined ? {} : { before }),
      })
      setEvents((known) => (before === undefined ? answer.events : [...(known ?? []), ...answer.events]))
      setNext(answer.next_before)
      setTrouble(undefined)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
  }

  useEffect(() => {
    void read()
    return onLog((event) => {
      if (!fits(event)) return
      setEvents((known) => (known?.some(({ seq }) => seq === event.seq) ? known : [event, ...(known ?? [])]))
    })
  }, [group, platform, typed])

  const choices: readonly (Group | undefined)[] = [undefined, ...eventGroups]
  return (
    <div class="width">
      <Heading title={words.activity.title} lead={words.activity.lead} />
      <div class="row wrap filters">
        <fieldset class="tabs">
          <legend class="out-of-sight">{words.activity.title}</legend>
          {choices.map((choice) => (
            <button
              key={choice ?? 'all'}
              type="button"
              aria-pressed={group === choice}
              onClick={() => setGroup(choice)}
            >
              {choice === undefined ? words.activity.all : (words.activity.groups[choice] ?? choice)}
            </button>
          ))}
        </fieldset>
        <select
          aria-label={words.activity.where}
          value={platform ?? ''}
          onChange={(event) => setPlatform((event.currentTarget.value || undefined) as Platform | undefined)}
        >
          <option value="">{words.activity.everywhere}</option>
          {platforms.map((one) => (
            <option key={one} value={one}>
              {words.platforms[one]}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={words.activity.search}
          placeholder={words.activity.search}
          value={search}
          autocomplete="off"
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <section class="card">
        {trouble !== undefined && <TroubleNote trouble={trouble} onRetry={() => void read()} />}
        {events?.length === 0 && next === null && (
          <Empty title={words.activity.title}>
            <p>{words.activity.none}</p>
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
            <button type="button" class="button" onClick={() => void read(next)}>
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
  if (event.kind !== 'donation' && !event.kind.startsWith('cue.')) return <span class="button-place" />
  return (
    <button
      type="button"
      class="button quiet icon small"
      aria-label={`${words.activity.replay}: ${sentenceOf(event)}`}
      title={words.activity.replay}
      onClick={async () => {
        try {
          await call('replay-event', { seq: event.seq })
          toast(words.activity.replayed)
        } catch (error) {
          sayTrouble(error)
        }
      }}
    >
      <Glyph name="replay" />
    </button>
  )
}
