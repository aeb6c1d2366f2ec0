import {
  defaultWords,
  type RoundKind,
  roundKinds,
  roundLimits,
} from '../../../../src/capabilities/rounds/contract/rounds.ts'
import { permissionRoles, roleTitle } from '../../../../src/definitions/roles.ts'
import { platformTitles, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Lines } from '../../ui/lines.tsx'
import { roundMessages } from './messages.ts'
import { kindTitle } from './round.ts'

/** The numbers of the form, as typed; empty where the default holds. */
const emptyNumbers = {
  price: '',
  max_tickets: '',
  min_points: '',
  max_points: '',
  minutes: '',
  winners: '',
  prize: '',
  subscriber: '',
  exclude_recent_winners: '',
}
type NumberName = keyof typeof emptyNumbers

interface RoundDraft {
  readonly kind: RoundKind
  readonly title: string
  readonly options: readonly string[]
  readonly word: string
  readonly who: string
  readonly runBy: string
  readonly numbers: typeof emptyNumbers
}

const emptyRound: RoundDraft = {
  kind: 'giveaway',
  title: '',
  options: [],
  word: '',
  who: 'everyone',
  runBy: '',
  numbers: emptyNumbers,
}

interface NumberDefinition {
  readonly name: NumberName
  readonly kinds: readonly RoundKind[]
  readonly label: (kind: RoundKind) => string
  readonly hint?: () => string
  /** The parameter whose error belongs to this field. */
  readonly path: string
  readonly placeholder: string
}

/** The platforms that run them. */
const runners = { poll: ['twitch', 'youtube'], prediction: ['twitch'] } as const

const priceLabels = {
  giveaway: roundMessages.ticketPrice,
  poll: roundMessages.votePrice,
  trivia: roundMessages.answerPrice,
  prediction: roundMessages.votePrice,
} as const

const numberFields: readonly NumberDefinition[] = [
  { name: 'winners', kinds: ['giveaway'], label: () => roundMessages.winners(), path: 'winners', placeholder: '1' },
  { name: 'winners', kinds: ['trivia'], label: () => roundMessages.rightAnswers(), path: 'winners', placeholder: '1' },
  { name: 'prize', kinds: ['giveaway', 'trivia'], label: () => roundMessages.prize(), path: 'prize', placeholder: '0' },
  {
    name: 'price',
    kinds: ['giveaway', 'poll', 'trivia'],
    label: (kind) => priceLabels[kind](),
    path: 'entry.price',
    placeholder: '0',
  },
  {
    name: 'max_tickets',
    kinds: ['giveaway'],
    label: () => roundMessages.maxTickets(),
    path: 'entry.max_tickets',
    placeholder: '1',
  },
  {
    name: 'subscriber',
    kinds: ['giveaway'],
    label: () => roundMessages.subscriberFactor(),
    hint: roundMessages.subscriberHint,
    path: 'entry.weights.subscriber',
    placeholder: '1',
  },
  {
    name: 'exclude_recent_winners',
    kinds: ['giveaway'],
    label: () => roundMessages.exclude(),
    hint: roundMessages.excludeHint,
    path: 'entry.exclude_recent_winners',
    placeholder: '0',
  },
  {
    name: 'min_points',
    kinds: ['prediction'],
    label: () => roundMessages.minPoints(),
    path: 'entry.min_points',
    placeholder: '1',
  },
  {
    name: 'max_points',
    kinds: ['prediction'],
    label: () => roundMessages.maxPoints(),
    path: 'entry.max_points',
    placeholder: '',
  },
]

interface DialogProps {
  readonly onClose: () => void
  readonly onDone: (title: string) => void
}

/** Opens a round. Only what the chosen kind has is asked. */
export function RoundDialog({ onClose, onDone }: DialogProps) {
  const editing = useDraft<RoundDraft>('round:new', emptyRound)
  const { draft, setDraft, keep } = editing
  const { kind, title, options, word, who, runBy, numbers } = draft
  const change = (part: Partial<RoundDraft>) => setDraft({ ...draft, ...part })
  const { error, busy, attempt } = useAttempts()
  const ableRunners = kind === 'poll' || kind === 'prediction' ? runners[kind] : []
  const runner = ableRunners.find((platform) => platform === runBy)
  const isPlatforms = runner !== undefined
  const shown = numberFields.filter(({ kinds }) => kinds.includes(kind) && !isPlatforms)
  const setNumber = (name: NumberName) => (value: string) => change({ numbers: { ...numbers, [name]: value } })

  async function open(): Promise<void> {
    const given = (name: NumberName) => {
      const isShown = shown.some((field) => field.name === name)
      return isShown && numbers[name] !== '' ? { [name]: Number(numbers[name]) } : {}
    }
    const entry = {
      ...given('price'),
      ...given('max_tickets'),
      ...given('min_points'),
      ...given('max_points'),
      ...given('exclude_recent_winners'),
      ...(numbers.subscriber !== '' && kind === 'giveaway' && { weights: { subscriber: Number(numbers.subscriber) } }),
      ...(word.trim() !== '' && kind !== 'trivia' && { word }),
      who: [who],
    }
    await attempt(async () => {
      await call('open-round', {
        kind,
        title,
        ...(kind !== 'giveaway' && { options }),
        ...(!isPlatforms && { entry, ...given('winners'), ...given('prize') }),
        ...(numbers.minutes !== '' && { seconds: Math.round(Number(numbers.minutes) * 60) }),
        ...(isPlatforms && { platform: wordFor(runner) }),
      } as Parameters<typeof call<'open-round'>>[1])
      keep(emptyRound)
      onDone(title)
    })
  }

  const defaultWord = defaultWords[kind]
  return (
    <Dialog
      title={roundMessages.newRound()}
      submit={roundMessages.create()}
      busy={busy}
      editing={editing}
      onClose={onClose}
      onSubmit={() => void open()}
    >
      <div class="stack">
        <Select label={roundMessages.kind()} value={kind} onChange={(value) => change({ kind: value as RoundKind })}>
          {roundKinds.map((one) => (
            <option key={one} value={one}>
              {kindTitle(one)}
            </option>
          ))}
        </Select>
        <TextField
          label={roundMessages.prizeOrQuestion()}
          value={title}
          maxLength={roundLimits.title}
          placeholder={kind === 'giveaway' ? roundMessages.giveawayPlaceholder() : roundMessages.questionPlaceholder()}
          error={errorFor(error, 'title')}
          onInput={(next) => change({ title: next })}
        />
        {kind !== 'giveaway' && (
          <Field
            label={kind === 'trivia' ? roundMessages.answers() : roundMessages.options()}
            hint={kind === 'trivia' ? roundMessages.answersHint() : undefined}
            error={errorFor(error, 'options')}
          >
            {(attributes) => <Lines {...attributes} lines={options} onChange={(next) => change({ options: next })} />}
          </Field>
        )}
        {ableRunners.length > 0 && (
          <Select label={roundMessages.runBy()} value={runner ?? ''} onChange={(next) => change({ runBy: next })}>
            <option value="">{roundMessages.runByServer()}</option>
            {ableRunners.map((platform) => (
              <option key={platform} value={platform}>
                {platformTitles[platform]}
              </option>
            ))}
          </Select>
        )}
        {defaultWord !== null && !isPlatforms && (
          <Field
            label={roundMessages.word()}
            hint={roundMessages.wordHint({ word: defaultWord })}
            error={errorFor(error, 'entry.word')}
          >
            {(attributes) => (
              <input
                {...attributes}
                type="text"
                autocomplete="off"
                maxLength={roundLimits.word}
                value={word}
                onInput={(event) => change({ word: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
        {!isPlatforms && (
          <Select label={roundMessages.who()} value={who} onChange={(next) => change({ who: next })}>
            {permissionRoles.map((role) => (
              <option key={role} value={role}>
                {roleTitle(role)}
              </option>
            ))}
          </Select>
        )}
        <div class="round-numbers">
          <NumberField
            label={roundMessages.minutes()}
            hint={roundMessages.minutesHint()}
            value={numbers.minutes}
            error={errorFor(error, 'seconds')}
            step="any"
            onInput={setNumber('minutes')}
          />
          {shown.map(({ name, label, hint, path, placeholder }) => (
            <NumberField
              key={name}
              label={label(kind)}
              hint={hint?.()}
              value={numbers[name]}
              placeholder={placeholder}
              error={errorFor(error, path)}
              onInput={setNumber(name)}
            />
          ))}
        </div>
        <FormError error={error} than={shownPaths(shown)} class="small" />
      </div>
    </Dialog>
  )
}

function shownPaths(shown: readonly NumberDefinition[]): string[] {
  return ['title', 'options', 'entry.word', 'seconds', ...shown.map(({ path }) => path)]
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: preact.ComponentChildren
}

function Select({ label, value, onChange, children }: SelectProps) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {children}
        </select>
      )}
    </Field>
  )
}

interface NumberProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: string
  readonly placeholder?: string
  readonly step?: string
  readonly error: ReturnType<typeof errorFor>
  readonly onInput: (value: string) => void
}

function NumberField({ label, hint, error, onInput, ...input }: NumberProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          type="number"
          min={0}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
