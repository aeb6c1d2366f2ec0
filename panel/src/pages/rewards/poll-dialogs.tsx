import { useState } from 'preact/hooks'
import { type Platform, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Lines } from '../../ui/lines.tsx'
import type { Ballot, BallotKind } from './ballot.ts'
import { pollMessages } from './poll-messages.ts'

const forms = {
  poll: {
    title: pollMessages.newPoll,
    submit: pollMessages.createPoll,
    placeholder: pollMessages.pollPlaceholder,
    hint: pollMessages.pollOptionsHint,
    seconds: pollMessages.pollSeconds,
    maxTitle: 60,
  },
  prediction: {
    title: pollMessages.newPrediction,
    submit: pollMessages.createPrediction,
    placeholder: pollMessages.predictionPlaceholder,
    hint: pollMessages.predictionOptionsHint,
    seconds: pollMessages.predictionSeconds,
    maxTitle: 45,
  },
} as const

interface BallotDraft {
  readonly title: string
  readonly options: readonly string[]
  readonly seconds: string
  readonly price: string
}

const emptyBallot: BallotDraft = { title: '', options: [], seconds: '120', price: '' }

interface BallotDialogProps {
  readonly kind: BallotKind
  readonly platform: Platform
  readonly onClose: () => void
  readonly onDone: (title: string) => void
}

/** Starts a poll or a prediction. */
export function BallotDialog({ kind, platform, onClose, onDone }: BallotDialogProps) {
  const editing = useDraft<BallotDraft>(`ballot:${kind}:${platform}`, emptyBallot)
  const { draft, setDraft, keep } = editing
  const { title, options, seconds, price } = draft
  const change = (part: Partial<BallotDraft>) => setDraft({ ...draft, ...part })
  const { error, busy, attempt } = useAttempts()
  const form = forms[kind]

  const save = () =>
    attempt(async () => {
      const wanted = { platform: wordFor(platform), title, options: [...options], seconds: Number(seconds) || 0 }
      if (kind === 'prediction') await call('create-prediction', wanted)
      else await call('create-poll', { ...wanted, ...(Number(price) > 0 && { points_per_vote: Number(price) }) })
      keep(emptyBallot)
      onDone(title)
    })

  return (
    <Dialog
      title={form.title()}
      submit={form.submit()}
      busy={busy}
      editing={editing}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <div class="stack">
        <TextField
          label={pollMessages.question()}
          value={title}
          maxLength={form.maxTitle}
          placeholder={form.placeholder()}
          error={errorFor(error, 'title')}
          onInput={(next) => change({ title: next })}
        />
        <Field label={pollMessages.options()} hint={form.hint()} error={errorFor(error, 'options')}>
          {(attributes) => <Lines {...attributes} lines={options} onChange={(next) => change({ options: next })} />}
        </Field>
        <TextField
          label={form.seconds()}
          value={seconds}
          inputMode="numeric"
          error={errorFor(error, 'seconds')}
          onInput={(next) => change({ seconds: next })}
        />
        {kind === 'poll' && (
          <Field
            label={pollMessages.pointsPerVote()}
            hint={pollMessages.pointsHint()}
            error={errorFor(error, 'points_per_vote')}
          >
            {(attributes) => (
              <input
                {...attributes}
                inputMode="numeric"
                value={price}
                onInput={(event) => change({ price: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
        <FormError error={error} than={['title', 'options', 'seconds', 'points_per_vote']} class="small" />
      </div>
    </Dialog>
  )
}

interface EndDialogProps {
  readonly how: 'winner' | 'cancel' | 'poll'
  readonly ballot: Ballot
  readonly platform: Platform
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks before voting ends: which option came true, or whether everybody gets their points back. */
export function EndDialog({ how, ballot, platform, onClose, onDone }: EndDialogProps) {
  const [winner, setWinner] = useState<string>()
  const { error, busy, attempt } = useAttempts()
  const word = { platform: wordFor(platform), id: ballot.id }

  const end = () =>
    attempt(async () => {
      if (how === 'poll') await call('end-poll', word)
      else if (how === 'cancel') await call('end-prediction', { ...word, action: 'cancel' })
      else await call('end-prediction', { ...word, action: 'resolve', option: winner })
      onDone()
    })

  const texts = {
    poll: [pollMessages.endPollTitle(), pollMessages.endPollHelp(), pollMessages.endPoll()],
    cancel: [pollMessages.cancelTitle(), pollMessages.cancelHelp(), pollMessages.cancelPrediction()],
    winner: [pollMessages.winnerTitle(), pollMessages.winnerHelp(), pollMessages.payOut()],
  } as const
  const [title, help, submit] = texts[how]
  return (
    <Dialog
      title={title}
      submit={submit}
      busy={busy || (how === 'winner' && winner === undefined)}
      danger={how === 'cancel'}
      onClose={onClose}
      onSubmit={() => void end()}
    >
      <div class="stack">
        <p class="soft">{help}</p>
        {how === 'winner' && (
          <fieldset class="winner-options" aria-label={pollMessages.winner()}>
            {ballot.options.map(({ id, option }) => (
              <label key={id} class="choice">
                <input type="radio" name="winner" checked={winner === id} onChange={() => setWinner(id)} />
                <span>{option}</span>
              </label>
            ))}
          </fieldset>
        )}
        <FormError error={error} than={[]} class="small" />
      </div>
    </Dialog>
  )
}
