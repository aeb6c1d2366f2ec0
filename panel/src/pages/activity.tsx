import { useEffect, useState } from 'preact/hooks'
import { eventGroups, groupOf } from '../../../src/contract/event-groups.ts'
import { call, Trouble } from '../api.ts'
import { onLog } from '../live.ts'
import type { LogEvent } from '../state.ts'
import { Empty, Heading, TroubleNote } from '../ui/parts.tsx'
import { words } from '../words/words.ts'
import { EventRow, fold } from './event-row.tsx'

type Group = (typeof eventGroups)[number]

/** The whole log, live at the top, older at the foot. */
export function Activity() {
  const [group, setGroup] = useState<Group>()
  const [events, setEvents] = useState<readonly LogEvent[]>()
  const [next, setNext] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<Trouble>()

  async function read(before?: number): Promise<void> {
    try {
      const answer = await call('list-events', {
        ...(group === undefined ? {} : { group }),
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
      if (group !== undefined && groupOf(event.kind) !== group) return
      setEvents((known) => (known?.some(({ seq }) => seq === event.seq) ? known : [event, ...(known ?? [])]))
    })
  }, [group])

  const choices: readonly (Group | undefined)[] = [undefined, ...eventGroups]
  return (
    <div class="width">
      <Heading title={words.activity.title} lead={words.activity.lead} />
      <fieldset class="tabs">
        <legend class="out-of-sight">{words.activity.title}</legend>
        {choices.map((choice) => (
          <button key={choice ?? 'all'} type="button" aria-pressed={group === choice} onClick={() => setGroup(choice)}>
            {choice === undefined ? words.activity.all : (words.activity.groups[choice] ?? choice)}
          </button>
        ))}
      </fieldset>
      <section class="card">
        {trouble !== undefined && <TroubleNote trouble={trouble} onRetry={() => void read()} />}
        {events?.length === 0 && next === null && (
          <Empty title={words.activity.title}>
            <p>{words.activity.none}</p>
          </Empty>
        )}
        <ol class="events">
          {fold(events ?? []).map((event) => (
            <EventRow key={event.seq} event={event} />
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
