import { clockText } from '../../../../src/capabilities/values/contract/clock-text.ts'
import {
  clockDirections,
  type ValueLifetime,
  type ValueOwner,
  valueLifetimes,
  valueOwners,
} from '../../../../src/capabilities/values/contract/values.ts'
import { type ValueType, valueTypes } from '../../../../src/definitions/value-types.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { type ApiError, type Calls, call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { definitionIn } from './definition.ts'
import { directionTitles, lifetimeTitles, ownerTitles, templateTitles, typeTitles, valueMessages } from './messages.ts'
import { parseTime, type ValueEntry } from './value-entry.ts'

type Definition = Calls['define-value']['input']

/** The dialog as it is typed: numbers and times are texts. */
interface Draft {
  readonly name: string
  readonly type: ValueType
  readonly owner: ValueOwner
  readonly lasts: ValueLifetime
  readonly initial: string
  readonly minimum: string
  readonly maximum: string
  readonly max_items: string
  readonly unique: boolean
  readonly direction: (typeof clockDirections)[number]
}

const blank: Draft = {
  name: '',
  type: 'number',
  owner: 'channel',
  lasts: 'forever',
  initial: '',
  minimum: '',
  maximum: '',
  max_items: '',
  unique: false,
  direction: 'down',
}

const templates: Readonly<Record<keyof typeof templateTitles, Partial<Draft>>> = {
  deaths: { name: 'deaths', lasts: 'stream', minimum: '0' },
  goal: { name: 'goal', minimum: '0' },
  quotes: { name: 'quotes', type: 'list' },
  queue: { name: 'queue', type: 'list', unique: true, lasts: 'stream' },
  subathon: { name: 'subathon', type: 'clock', initial: '1:00:00', direction: 'down' },
  wins: { name: 'wins', owner: 'viewer', minimum: '0' },
}
const templateNames = Object.keys(templates) as readonly (keyof typeof templates)[]

const labels: Readonly<Record<string, () => string>> = {
  lasts: valueMessages.lasts,
  direction: valueMessages.direction,
  initial: valueMessages.initial,
  minimum: valueMessages.minimum,
  maximum: valueMessages.maximum,
  max_items: valueMessages.maxItems,
  unique: valueMessages.unique,
}

interface DialogProps {
  /** Undefined for a new one. */
  readonly entry: ValueEntry | undefined
  readonly onClose: () => void
  readonly onDone: (name: string) => void
}

/** Creates a value or changes its bounds and lifetime. Name, type and owner stay as they were created. */
export function ValueDialog({ entry, onClose, onDone }: DialogProps) {
  const editing = useDraft(`value:${entry?.name ?? ''}`, entry === undefined ? blank : draftOf(entry))
  const { draft, setDraft, keep } = editing
  const { error, busy, attempt } = useAttempts()
  const isNew = entry === undefined
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { type } = draft
  const isTime = type === 'clock'
  const save = () =>
    attempt(async () => {
      const version = isNew ? {} : { if_version: versionOf(definitionIn(entry)) }
      const { name } = await call('define-value', { ...definitionOf(draft), ...version })
      keep(draft)
      onDone(name)
    })
  const field = { draft, error, onChange: change }
  return (
    <Dialog
      title={isNew ? valueMessages.createTitle() : valueMessages.editTitle({ name: entry.name })}
      submit={isNew ? valueMessages.create() : commonMessages.save()}
      busy={busy}
      editing={editing}
      labelOf={(name) => labels[name]?.()}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <div class="stack">
        {isNew && (
          <>
            <DraftField {...field} name="name" label={valueMessages.name()} hint={valueMessages.nameHint()} />
            <fieldset class="stack tight">
              <legend class="faint small">{valueMessages.startFrom()}</legend>
              <div class="chips">
                {templateNames.map((name) => (
                  <button
                    key={name}
                    type="button"
                    class="button small"
                    onClick={() => setDraft({ ...blank, ...templates[name] })}
                  >
                    {templateTitles[name]()}
                  </button>
                ))}
              </div>
            </fieldset>
            <div class="pair">
              <Select
                label={valueMessages.type()}
                value={type}
                among={valueTypes}
                titles={typeTitles}
                onChange={(next) => change({ type: next, initial: '', minimum: '', maximum: '' })}
              />
              <Select
                label={valueMessages.owner()}
                value={draft.owner}
                among={valueOwners}
                titles={ownerTitles}
                onChange={(owner) => change({ owner })}
              />
            </div>
          </>
        )}
        <Select
          label={valueMessages.lasts()}
          value={draft.lasts}
          among={valueLifetimes}
          titles={lifetimeTitles}
          onChange={(lasts) => change({ lasts })}
        />
        {isTime && (
          <Select
            label={valueMessages.direction()}
            value={draft.direction}
            among={clockDirections}
            titles={directionTitles}
            onChange={(direction) => change({ direction })}
          />
        )}
        {type !== 'list' && (
          <DraftField
            {...field}
            name="initial"
            label={isTime ? valueMessages.initialTime() : valueMessages.initial()}
            {...(isTime && { hint: valueMessages.timeHint() })}
          />
        )}
        {type === 'number' && (
          <div class="pair">
            <DraftField {...field} name="minimum" label={valueMessages.minimum()} hint={valueMessages.boundHint()} />
            <DraftField {...field} name="maximum" label={valueMessages.maximum()} hint={valueMessages.boundHint()} />
          </div>
        )}
        {isTime && (
          <DraftField {...field} name="maximum" label={valueMessages.maximumTime()} hint={valueMessages.boundHint()} />
        )}
        {type === 'list' && (
          <>
            <DraftField {...field} name="max_items" label={valueMessages.maxItems()} hint={valueMessages.boundHint()} />
            <label class="choice">
              <input
                type="checkbox"
                checked={draft.unique}
                onChange={(event) => change({ unique: event.currentTarget.checked })}
              />
              <span>{valueMessages.unique()}</span>
            </label>
          </>
        )}
        <FormError error={error} than={['name', 'initial', 'minimum', 'maximum', 'max_items']} class="small" />
      </div>
    </Dialog>
  )
}

type TypedName = 'name' | 'initial' | 'minimum' | 'maximum' | 'max_items'

interface DraftFieldProps {
  readonly draft: Draft
  readonly error: ApiError | undefined
  readonly onChange: (part: Partial<Draft>) => void
  readonly name: TypedName
  readonly label: string
  readonly hint?: string
}

function DraftField({ draft, error, onChange, name, label, hint }: DraftFieldProps) {
  const isNumber = name !== 'name' && draft.type !== 'clock' && !(name === 'initial' && draft.type === 'text')
  return (
    <Field label={label} hint={hint} error={errorFor(error, name)}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          inputMode={isNumber ? 'decimal' : undefined}
          autocomplete="off"
          value={draft[name]}
          onInput={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}

interface SelectProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly among: readonly T[]
  readonly titles: Readonly<Record<T, () => string>>
  readonly onChange: (value: T) => void
}

function Select<T extends string>({ label, value, among, titles, onChange }: SelectProps<T>) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {among.map((one) => (
            <option key={one} value={one}>
              {titles[one]()}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function draftOf(entry: ValueEntry): Draft {
  const { name, type, owner, lasts, initial, minimum, maximum, max_items, unique = false, direction = 'up' } = entry
  const shown = (part: number | string | undefined) =>
    part === undefined ? '' : type === 'clock' ? clockText(Number(part)) : String(part)
  const bounds = { initial: shown(initial), minimum: shown(minimum), maximum: shown(maximum) }
  return { name, type, owner, lasts, ...bounds, max_items: String(max_items ?? ''), unique, direction }
}

/** What cannot be read is sent as it was typed, so that the server says at the field what it takes. */
function definitionOf(draft: Draft): Definition {
  const { name, type, owner, lasts, unique, direction } = draft
  const typed = (text: string) => {
    const number = type === 'clock' ? parseTime(text) : Number(text)
    return (number === undefined || Number.isNaN(number) ? text : number) as number
  }
  const part = (field: 'initial' | 'minimum' | 'maximum' | 'max_items', among: readonly ValueType[]) =>
    among.includes(type) && draft[field].trim() !== '' ? { [field]: typed(draft[field].trim()) } : {}
  return {
    name,
    type,
    owner,
    lasts,
    ...(type === 'text' && draft.initial.trim() !== '' && { initial: draft.initial }),
    ...part('initial', ['number', 'clock']),
    ...part('minimum', ['number']),
    ...part('maximum', ['number', 'clock']),
    ...part('max_items', ['list']),
    ...(type === 'list' && unique && { unique }),
    ...(type === 'clock' && { direction }),
  }
}
