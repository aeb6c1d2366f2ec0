import './rounds.css'
import { useState } from 'preact/hooks'
import { may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { roundMessages } from './messages.ts'
import { PastRound } from './past-round.tsx'
import { hasEnded, readRounds } from './round.ts'
import { RoundDialog } from './round-dialog.tsx'
import { RunningRound } from './running-round.tsx'

/** The rounds that run, and below them those that have ended. */
export function Rounds() {
  const changes = useLogCount('round')
  const { value, error, reload, act } = useLoaded(readRounds, [changes])
  const [isCreating, setCreating] = useState(false)
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const running = value.rounds.filter((round) => !hasEnded(round))
  const past = value.rounds.filter(hasEnded)
  return (
    <div class="width rounds">
      <Heading title={roundMessages.title()} lead={roundMessages.lead()}>
        {may('moderator') && (
          <button type="button" class="button primary" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            {roundMessages.newRound()}
          </button>
        )}
      </Heading>
      {running.length === 0 && (
        <Empty title={roundMessages.none()}>
          <p>{roundMessages.noneHelp()}</p>
        </Empty>
      )}
      <div class="running">
        {running.map((round) => (
          <RunningRound key={round.id} round={round} onAct={act} />
        ))}
      </div>
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
      {isCreating && (
        <RoundDialog
          onClose={() => setCreating(false)}
          onDone={(name) => {
            setCreating(false)
            showToast(roundMessages.opened({ name }))
            void reload()
          }}
        />
      )}
    </div>
  )
}
