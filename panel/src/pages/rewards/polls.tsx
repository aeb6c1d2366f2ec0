import './polls.css'
import { useEffect, useState } from 'preact/hooks'
import { type Platform, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { duration } from '../../format.ts'
import { onLog } from '../../live.ts'
import { may, now } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Ago, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { type Ballot, type BallotKind, ballotOfEvent, ballotOfPoll, ballotOfPrediction } from './ballot.ts'
import { BallotDialog, EndDialog } from './poll-dialogs.tsx'
import { pollMessages } from './poll-messages.ts'

const words = {
  poll: { title: pollMessages.polls, create: pollMessages.newPoll, none: pollMessages.nonePolls },
  prediction: {
    title: pollMessages.predictions,
    create: pollMessages.newPrediction,
    none: pollMessages.nonePredictions,
  },
} as const

/** The polls and predictions of a platform: those that run, with live results, and past ones. */
export function Polls({ platform }: { platform: Platform }) {
  const { value, error, reload } = useLoaded(() => call('list-polls', { platform: wordFor(platform) }), [])
  if (error !== undefined) return <LoadError error={error} onRetry={() => void reload()} />
  if (value === undefined) return <Loading />
  return (
    <div class="polls">
      <Ballots kind="poll" platform={platform} loaded={value.polls.map(ballotOfPoll)} />
      <Ballots kind="prediction" platform={platform} loaded={value.predictions.map(ballotOfPrediction)} />
    </div>
  )
}

interface BallotsProps {
  readonly kind: BallotKind
  readonly platform: Platform
  readonly loaded: readonly Ballot[]
}

function Ballots({ kind, platform, loaded }: BallotsProps) {
  const [ballots, setBallots] = useState(loaded)
  const [creating, setCreating] = useState(false)
  useEffect(
    () =>
      // Every event holds the whole state, so nothing is loaded again.
      onLog((event) => {
        const changed = event.platform === platform ? ballotOfEvent(kind, event) : undefined
        if (changed === undefined) return
        setBallots((known) => {
          const isKnown = known.some(({ id }) => id === changed.id)
          return isKnown ? known.map((one) => (one.id === changed.id ? changed : one)) : [changed, ...known]
        })
      }),
    [],
  )
  const running = ballots.find(({ state }) => state !== 'over')
  const past = ballots.filter(({ state }) => state === 'over')
  return (
    <section class="card" aria-label={words[kind].title()}>
      <header>
        <h2>{words[kind].title()}</h2>
        {may('moderator') && running === undefined && (
          <button type="button" class="button" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            {words[kind].create()}
          </button>
        )}
      </header>
      {running !== undefined && <Running kind={kind} platform={platform} ballot={running} />}
      {ballots.length === 0 && (
        <p class="inside soft">
          {words[kind].none()}. {pollMessages.noneHelp()}
        </p>
      )}
      {past.length > 0 && (
        <ul class="past-ballots" aria-label={pollMessages.past()}>
          {past.map((ballot) => (
            <li key={ballot.id}>
              <span class="grow cut">
                <b class="cut">{ballot.title}</b>
                <span class="faint small cut">{resultOf(ballot)}</span>
              </span>
              <span class="faint small nowrap">
                <Ago at={ballot.endsAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {creating && (
        <BallotDialog
          kind={kind}
          platform={platform}
          onClose={() => setCreating(false)}
          onDone={(title) => {
            setCreating(false)
            showToast(pollMessages.started({ title }))
          }}
        />
      )}
    </section>
  )
}

function Running({ kind, platform, ballot }: { kind: BallotKind; platform: Platform; ballot: Ballot }) {
  const [ending, setEnding] = useState<'winner' | 'cancel' | 'poll'>()
  const { id, title, state, options, endsAt } = ballot
  const word = { platform: wordFor(platform), id }
  const leftMs = endsAt - now.value
  return (
    <div class="inside running-ballot">
      <div class="row">
        <Light
          state={state === 'active' ? 'go' : 'standby'}
          word={state === 'active' ? pollMessages.running() : pollMessages.locked()}
          glow={state === 'active'}
        />
        {state === 'active' && leftMs > 0 && (
          <span class="soft small figure">{pollMessages.timeLeft({ time: duration(leftMs) })}</span>
        )}
      </div>
      <h3>{title}</h3>
      <Results options={options} />
      {may('moderator') && (
        <div class="row">
          {kind === 'poll' ? (
            <button type="button" class="button" onClick={() => setEnding('poll')}>
              {pollMessages.endPoll()}
            </button>
          ) : (
            <>
              <button type="button" class="button" onClick={() => setEnding('winner')}>
                {pollMessages.chooseWinner()}
              </button>
              {state === 'active' && (
                <button
                  type="button"
                  class="button"
                  onClick={() => void attempt(() => call('end-prediction', { ...word, action: 'lock' }))}
                >
                  {pollMessages.lock()}
                </button>
              )}
              <button type="button" class="button" onClick={() => setEnding('cancel')}>
                {pollMessages.cancelPrediction()}
              </button>
            </>
          )}
        </div>
      )}
      {ending !== undefined && (
        <EndDialog
          how={ending}
          ballot={ballot}
          platform={platform}
          onClose={() => setEnding(undefined)}
          onDone={() => {
            setEnding(undefined)
            showToast(pollMessages.ended({ title }))
          }}
        />
      )}
    </div>
  )
}

function Results({ options }: Pick<Ballot, 'options'>) {
  const total = options.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <ol class="ballot-options">
      {options.map(({ id, option, amount, users }) => {
        const percent = total === 0 ? 0 : Math.round((amount / total) * 100)
        return (
          <li key={id}>
            <div class="row">
              <span class="grow cut">{option}</span>
              <span class="soft small figure nowrap">
                {users === undefined
                  ? pollMessages.votes({ count: amount })
                  : pollMessages.predicted({ points: amount, users })}
              </span>
              <span class="small figure percent">{pollMessages.share({ percent })}</span>
            </div>
            <div class="share" aria-hidden="true">
              <div style={{ width: `${percent}%` }} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function resultOf({ isCancelled, winner, options }: Ballot): string {
  if (isCancelled) return pollMessages.cancelled()
  if (winner !== null) return pollMessages.won({ option: winner })
  return options.some(({ amount }) => amount > 0) ? pollMessages.tie() : pollMessages.noVotes()
}
