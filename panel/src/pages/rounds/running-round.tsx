import { useState } from 'preact/hooks'
import { platformNamed, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { duration } from '../../format.ts'
import { may, now } from '../../state.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Light } from '../../ui/light.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { roundMessages } from './messages.ts'
import { Proof } from './proof.tsx'
import { Results } from './results.tsx'
import { kindTitle, type Round, statuses } from './round.ts'

interface RunningProps {
  readonly round: Round
  readonly onAct: (action: () => Promise<unknown>) => Promise<void>
}

/** A round that viewers can enter, or that waits for its draw. */
export function RunningRound({ round, onAct }: RunningProps) {
  const { id, kind, title: name, status, entries, entry, prize, closes_at: closesAt } = round
  const { light, title: statusTitle } = statuses[status]
  const [asked, setAsked] = useState<'cancel' | 'pay'>()
  const [busy, setBusy] = useState(false)
  const act = async (action: () => Promise<unknown>) => {
    setBusy(true)
    await onAct(action)
    setBusy(false)
  }
  const isOpen = status === 'open'
  const facts = [
    howToEnter(round),
    ...(entry.price > 0 ? [roundMessages.costs({ count: entry.price })] : []),
    ...(prize > 0 ? [roundMessages.prizeOf({ count: prize })] : []),
    ...(isOpen && closesAt !== null
      ? [roundMessages.closesIn({ time: duration(Date.parse(closesAt) - now.value) })]
      : []),
  ]
  return (
    <article class="card round" aria-label={name}>
      <header>
        <div class="grow">
          <h2>{name}</h2>
          <span class="faint small">{kindTitle(kind)}</span>
        </div>
        <Light state={light} word={statusTitle()} glow={isOpen} />
      </header>
      <div class="inside stack">
        <p class="count figure" aria-live="polite">
          {roundMessages.entries({ count: entries })}
        </p>
        <p class="soft small">{facts.join(' · ')}</p>
        <Results round={round} />
        {may('moderator') && (
          <div class="row wrap">
            {(kind === 'giveaway' || kind === 'prediction') && (
              <button
                type="button"
                class="button primary"
                disabled={busy}
                aria-label={kind === 'giveaway' ? roundMessages.drawOne({ name }) : roundMessages.payOutOne({ name })}
                onClick={() => (kind === 'giveaway' ? void act(() => call('draw-round', { id })) : setAsked('pay'))}
              >
                {kind === 'giveaway' ? roundMessages.draw() : roundMessages.payOut()}
              </button>
            )}
            {isOpen && (
              <button
                type="button"
                class={`button ${kind === 'poll' || kind === 'trivia' ? 'primary' : ''}`}
                disabled={busy}
                aria-label={kind === 'poll' ? roundMessages.countVotesOne({ name }) : roundMessages.closeOne({ name })}
                onClick={() => void act(() => call('close-round', { id }))}
              >
                {kind === 'poll' ? roundMessages.countVotes() : roundMessages.closeRound()}
              </button>
            )}
            <button
              type="button"
              class="button"
              disabled={busy}
              aria-label={roundMessages.cancelOne({ name })}
              onClick={() => setAsked('cancel')}
            >
              {roundMessages.cancelButton()}
            </button>
          </div>
        )}
        <Proof round={round} onAct={onAct} />
      </div>
      {asked === 'cancel' && (
        <Confirm
          title={roundMessages.cancelTitle({ name })}
          help={roundMessages.cancelHelp()}
          submit={roundMessages.cancelButton()}
          onClose={() => setAsked(undefined)}
          onSubmit={() => {
            setAsked(undefined)
            void act(async () => {
              await call('cancel-round', { id })
              showToast(roundMessages.cancelled({ name }))
            })
          }}
        />
      )}
      {asked === 'pay' && (
        <PayOut
          round={round}
          onClose={() => setAsked(undefined)}
          onChosen={(option) => {
            setAsked(undefined)
            void act(() => call('draw-round', { id, option }))
          }}
        />
      )}
    </article>
  )
}

interface PayOutProps {
  readonly round: Round
  readonly onClose: () => void
  readonly onChosen: (option: string) => void
}

function PayOut({ round, onClose, onChosen }: PayOutProps) {
  const [chosen, setChosen] = useState<string>()
  return (
    <Dialog
      title={round.title}
      submit={roundMessages.payOut()}
      busy={chosen === undefined}
      onClose={onClose}
      onSubmit={() => chosen !== undefined && onChosen(chosen)}
    >
      <fieldset class="stack tight plain">
        <legend>{roundMessages.cameTrue()}</legend>
        {round.options.map((option) => (
          <label key={option} class="choice">
            <input type="radio" name="outcome" checked={chosen === option} onChange={() => setChosen(option)} />
            <span>{option}</span>
          </label>
        ))}
        <p class="faint small">{roundMessages.payOutHelp()}</p>
      </fieldset>
    </Dialog>
  )
}

function howToEnter({ kind, entry: { word = '' }, platform }: Round): string {
  if (platform !== null) return roundMessages.onPlatform({ platform: platformTitles[platformNamed(platform)] })
  if (kind === 'giveaway') return roundMessages.joinWith({ word })
  if (kind === 'poll') return roundMessages.voteWith({ word })
  return kind === 'prediction' ? roundMessages.betWith({ word }) : roundMessages.answerWith()
}
