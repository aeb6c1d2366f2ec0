import './rounds.css'
import { useState } from 'preact/hooks'
import { may, now } from '../../state.ts'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { AnnouncementsDialog } from './announcements.tsx'
import { DrawnRound } from './drawn-round.tsx'
import { roundMessages } from './messages.ts'
import { PastRound } from './past-round.tsx'
import { hasEnded, type Round, readRounds } from './round.ts'
import { RunningRound } from './running-round.tsx'
import { StartRound } from './start-round.tsx'

/** A winner stays large for as long as somebody may wait for an answer. */
const winnerShownMs = 5 * 60_000

/** A new round, the rounds that run and the winners just drawn; below them those that have ended. */
export function Rounds() {
  const changes = useLogCount('round')
  const { value, error, reload, act } = useLoaded(readRounds, [changes])
  const [isAnnouncing, setAnnouncing] = useState(false)
  const [dismissed, setDismissed] = useState<readonly number[]>([])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const isDrawnNow = (round: Round) => !dismissed.includes(round.id) && wasJustDrawn(round, now.value)
  const running = value.rounds.filter((round) => !hasEnded(round))
  const drawn = value.rounds.filter(isDrawnNow)
  const past = value.rounds.filter((round) => hasEnded(round) && !isDrawnNow(round))
  return (
    <div class="width rounds">
      <Heading title={roundMessages.title()} lead={roundMessages.lead()}>
        {may('editor') && (
          <button type="button" class="button" onClick={() => setAnnouncing(true)}>
            {roundMessages.announcements()}
          </button>
        )}
      </Heading>
      {drawn.map((round) => (
        <DrawnRound
          key={round.id}
          round={round}
          onAct={act}
          onDone={() => setDismissed((before) => [...before, round.id])}
        />
      ))}
      <div class="running">
        {running.map((round) => (
          <RunningRound key={round.id} round={round} onAct={act} />
        ))}
      </div>
      {may('moderator') && (
        <StartRound
          onDone={(name) => {
            showToast(roundMessages.opened({ name }))
            void reload()
          }}
        />
      )}
      <section class="card" aria-label={roundMessages.past()}>
        <header>
          <h2>{roundMessages.past()}</h2>
        </header>
        {past.length === 0 && <p class="inside soft">{roundMessages.noPast()}</p>}
        <ul class="past">
          {past.map((round) => (
            <PastRound key={round.id} round={round} onAct={act} />
          ))}
        </ul>
      </section>
      {isAnnouncing && <AnnouncementsDialog onClose={() => setAnnouncing(false)} />}
    </div>
  )
}

function wasJustDrawn({ kind, status, winners, ended_at: at }: Round, time: number): boolean {
  if (kind !== 'giveaway' || status !== 'drawn' || winners.length === 0 || at === null) return false
  return time - Date.parse(at) < winnerShownMs
}
