import {
  defaultWords,
  type RoundKind,
  roundKinds,
  roundLimits,
} from '../../../../src/capabilities/rounds/contract/rounds.ts'
import { permissionRoles, roleTitle } from '../../../../src/definitions/roles.ts'
import { platformTitles, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { type ApiError, type Calls, call, errorFor } from '../../api.ts'
import { duration } from '../../format.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
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
type RoundInput = Calls['open-round']['input']

interface RoundDraft {
  readonly kind: RoundKind
  readonly title: string
  readonly options: readonly string[]
  readonly word: string
  readonly who: string
  readonly runBy: string
  readonly isAnnounced: boolean
  readonly numbers: typeof emptyNumbers
}

const emptyRound: RoundDraft = {
  kind: 'giveaway',
  title: '',
  options: [],
  word: '',
  who: 'everyone',
  runBy: '',
  isAnnounced: true,
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

function runnersOf(kind: RoundKind) {
  return kind === 'poll' || kind === 'prediction' ? runners[kind] : []
}

/** The platform that is to run the round; undefined for this server. */
function runnerOf({ kind, runBy }: RoundDraft) {
  return runnersOf(kind).find((platform) => platform === runBy)
}

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

interface StartProps {
  readonly onDone: (title: string) => void
}

/** Opens a round: what it is about and one button. Everything else has a default, and is folded. */
export function StartRound({ onDone }: StartProps) {
  const editing = useDraft<RoundDraft>('round:new', emptyRound)
  const { draft, setDraft, keep } = editing
  const { kind, title, options, numbers } = draft
  const change = (part: Partial<RoundDraft>) => setDraft({ ...draft, ...part })
  const { error, busy, attempt } = useAttempts()
  const shown = numberFields.filter(({ kinds }) => kinds.includes(kind) && runnerOf(draft) === undefined)

  const open = () =>
    attempt(async () => {
      await call('open-round', roundOf(draft, shown))
      keep({ ...emptyRound, kind })
      onDone(title)
    })

  const { label, placeholder, submit } = kindTexts[kind]
  return (
    <section class="card start-round" aria-label={roundMessages.newRound()}>
      <Form onSubmit={open}>
        <div class="inside stack">
          <fieldset class="tabs">
            <legend class="out-of-sight">{roundMessages.kind()}</legend>
            {roundKinds.map((one) => (
              <button
                key={one}
                type="button"
                data-local
                aria-pressed={one === kind}
                onClick={() => change({ kind: one })}
              >
                {kindTitle(one)}
              </button>
            ))}
          </fieldset>
          <TextField
            label={label()}
            value={title}
            maxLength={roundLimits.title}
            placeholder={placeholder()}
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
          <details open={error !== undefined && isInFold(error, shown) ? true : undefined}>
            <summary class="small soft">{roundMessages.moreOptions()}</summary>
            <RoundOptions {...{ draft, change, error, shown }} />
          </details>
          <FormError error={error} than={shownPaths(shown)} class="small" />
          <div class="row wrap">
            <button type="submit" class="button primary" disabled={busy}>
              {submit()}
            </button>
            <span class="faint small">{lengthText(numbers.minutes, kind)}</span>
          </div>
        </div>
      </Form>
    </section>
  )
}

/** What each kind asks for, and what its button says. */
const kindTexts = {
  giveaway: {
    label: roundMessages.prizeLabel,
    placeholder: roundMessages.giveawayPlaceholder,
    submit: roundMessages.openGiveaway,
  },
  poll: {
    label: roundMessages.question,
    placeholder: roundMessages.questionPlaceholder,
    submit: roundMessages.startPoll,
  },
  prediction: {
    label: roundMessages.predicted,
    placeholder: roundMessages.predictionPlaceholder,
    submit: roundMessages.startPrediction,
  },
  trivia: {
    label: roundMessages.question,
    placeholder: roundMessages.triviaPlaceholder,
    submit: roundMessages.askQuestion,
  },
} as const satisfies Readonly<Record<RoundKind, unknown>>

/** A giveaway runs until it is drawn. The others end by themselves, so that nobody has to think of it. */
const defaultMinutes: Readonly<Record<RoundKind, number>> = { giveaway: 0, poll: 2, prediction: 2, trivia: 1 }

/** Nothing typed: the default of the kind; 0: until somebody closes it. */
function minutesOf(typed: string, kind: RoundKind): number {
  return typed === '' ? defaultMinutes[kind] : Number(typed)
}

function lengthText(typed: string, kind: RoundKind): string {
  const minutes = minutesOf(typed, kind)
  return minutes > 0 ? roundMessages.closesAfter({ time: duration(minutes * 60_000) }) : roundMessages.staysOpen()
}

function roundOf(draft: RoundDraft, shown: readonly NumberDefinition[]): RoundInput {
  const { kind, title, options, word, who, numbers, isAnnounced } = draft
  const runner = runnerOf(draft)
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
  const seconds = Math.round(minutesOf(numbers.minutes, kind) * 60)
  return {
    kind,
    title,
    announce: isAnnounced,
    ...(kind !== 'giveaway' && { options }),
    ...(runner === undefined && { entry, ...given('winners'), ...given('prize') }),
    ...(seconds > 0 && { seconds }),
    ...(runner !== undefined && { platform: wordFor(runner) }),
  } as RoundInput
}

interface OptionsProps {
  readonly draft: RoundDraft
  readonly change: (part: Partial<RoundDraft>) => void
  readonly error: ApiError | undefined
  readonly shown: readonly NumberDefinition[]
}

function RoundOptions({ draft, change, error, shown }: OptionsProps) {
  const { kind, word, who, numbers, isAnnounced } = draft
  const runner = runnerOf(draft)
  const isPlatforms = runner !== undefined
  const ableRunners = runnersOf(kind)
  const setNumber = (name: NumberName) => (value: string) => change({ numbers: { ...numbers, [name]: value } })
  const defaultWord = defaultWords[kind]
  return (
    <div class="stack">
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
      {!isPlatforms && (
        <Switch
          label={roundMessages.announce()}
          checked={isAnnounced}
          onChange={(next) => change({ isAnnounced: next })}
        />
      )}
      <div class="round-numbers">
        {defaultWord !== null && !isPlatforms && (
          <TextField
            label={roundMessages.word()}
            placeholder={defaultWord}
            maxLength={roundLimits.word}
            value={word}
            error={errorFor(error, 'entry.word')}
            onInput={(next) => change({ word: next })}
          />
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
        <NumberField
          label={roundMessages.minutes()}
          hint={roundMessages.minutesHint()}
          value={numbers.minutes}
          placeholder={String(defaultMinutes[kind])}
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
    </div>
  )
}

/** Whether the error belongs to a field that may be folded away. */
function isInFold(error: ApiError, shown: readonly NumberDefinition[]): boolean {
  return shownPaths(shown).some((path) => path !== 'title' && path !== 'options' && errorFor(error, path) !== undefined)
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
