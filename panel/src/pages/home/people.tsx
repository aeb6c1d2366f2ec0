import { useEffect, useState } from 'preact/hooks'
import { isLargeMoment, momentGroupOf, momentGroups } from '../../../../src/capabilities/home/contract/moments.ts'
import { call } from '../../api.ts'
import { onLog } from '../../live.ts'
import { deliveryChanges, now } from '../../state.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { homeMessages } from './messages.ts'
import { type Moment, MomentRow } from './moment-row.tsx'
import { peopleMessages as messages, momentGroupTitles } from './people-messages.ts'
import { seenMoments } from './seen-moments.ts'

/** Many events of one moment, such as its alert and its effect, are one reload. */
const gatherMs = 250
/** What is older than a long stream was of another one. */
const keptInSightMs = 12 * 60 * 60_000

const filters = ['all', 'missed', ...momentGroups] as const

/** What people did, one row each. What the server did about it is one click away, in the activity. */
export function People() {
  const changes = useChanges()
  const { value, reload } = useLoaded(() => call('list-moments', {}), [changes])
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const moments = value?.moments ?? []
  const missed = moments.filter(isMissed)
  const shown = moments.filter(
    (moment) => filter === 'all' || (filter === 'missed' ? isMissed(moment) : groupOf(moment) === filter),
  )
  const unseen = shown.filter(isUnseen)
  const row = (moment: Moment, isNew: boolean) => (
    <MomentRow key={moment.event.seq} moment={moment} isUnseen={isNew} onDone={reload} />
  )
  return (
    <section class="card home-feed" aria-label={homeMessages.people()}>
      <header>
        <h2 class="grow">{homeMessages.people()}</h2>
        <select
          aria-label={messages.filter()}
          value={filter}
          onChange={({ currentTarget: { value: chosen } }) => setFilter(filters.find((one) => one === chosen) ?? 'all')}
        >
          <option value="all">{messages.all()}</option>
          {(missed.length > 0 || filter === 'missed') && (
            <option value="missed">{messages.notShown({ count: missed.length })}</option>
          )}
          {momentGroups.map((group) => (
            <option key={group} value={group}>
              {momentGroupTitles[group]()}
            </option>
          ))}
        </select>
        <a href="/activity" class="small nowrap">
          {messages.activity()}
        </a>
      </header>
      {value !== undefined && shown.length === 0 && (
        <p class="inside soft">{filter === 'all' ? messages.empty() : messages.nothing()}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div class="feed-rows" tabIndex={0} role="log" aria-live="off" aria-label={homeMessages.people()}>
        {unseen.length > 0 && <ol class="unseen">{unseen.map((moment) => row(moment, true))}</ol>}
        <ol>{shown.filter((moment) => !unseen.includes(moment)).map((moment) => row(moment, false))}</ol>
      </div>
    </section>
  )
}

function groupOf({ event }: Moment) {
  return momentGroupOf(event.kind)
}

function isMissed({ state }: Moment): boolean {
  return state === 'missed' || state === 'held'
}

function isUnseen({ event }: Moment): boolean {
  return isLargeMoment(event) && !seenMoments.value.has(event.seq) && now.peek() - event.at < keptInSightMs
}

/** Increases when a moment or what became of one may have changed. */
function useChanges(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setCount((before) => before + 1)
      }, gatherMs)
    }
    const stops = [
      onLog(({ kind }) => {
        if (momentGroupOf(kind) !== undefined || kind.startsWith('cue.') || kind === 'automation.finished') soon()
      }),
      deliveryChanges.subscribe(soon),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
  return count
}
