import { useState } from 'preact/hooks'
import { type Answer, call, Trouble, troubleFor } from '../../api.ts'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { words } from '../../words/words.ts'

type ScopeEntry = Answer<'list-keys'>['scopes'][number]
type Scope = ScopeEntry['name']

const expiries = [0, 7, 30, 90, 365]

export function NewKey({ scopes, onClose }: { scopes: readonly ScopeEntry[]; onClose: (id?: string) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set())
  const [isTest, setIsTest] = useState(false)
  const [days, setDays] = useState(0)
  const [addresses, setAddresses] = useState('')
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<Answer<'create-key'>>()

  if (made !== undefined) return <ShownOnce secret={made.key} onClose={() => onClose(made.id)} />

  async function create(): Promise<void> {
    setBusy(true)
    try {
      const lines = addresses.split('\n').map((line) => line.trim())
      setMade(
        await call('create-key', {
          name,
          scopes: [...chosen],
          is_test: isTest,
          ...(days > 0 ? { expires_in_days: days } : {}),
          addresses: lines.filter((line) => line !== ''),
        }),
      )
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
    setBusy(false)
  }

  const placed = ['name', 'scopes', 'addresses'].some((field) => troubleFor(trouble, field) !== undefined)
  return (
    <Dialog
      title={words.keys.make}
      onClose={() => onClose()}
      onSubmit={create}
      submit={words.keys.create}
      busy={busy}
      wide
    >
      <Field label={words.keys.name} trouble={troubleFor(trouble, 'name')}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            value={name}
            maxLength={100}
            autocomplete="off"
            placeholder={words.keys.namePlaceholder}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Scopes scopes={scopes} chosen={chosen} onChange={setChosen} trouble={troubleFor(trouble, 'scopes')} />
      <div class="pair">
        <fieldset>
          <legend>{words.keys.kind}</legend>
          <div class="stack tight">
            <Kind
              value={false}
              chosen={isTest}
              onChoose={setIsTest}
              word={words.keys.kindLive}
              help={words.keys.kindLiveHelp}
            />
            <Kind
              value={true}
              chosen={isTest}
              onChoose={setIsTest}
              word={words.keys.kindTest}
              help={words.keys.kindTestHelp}
            />
          </div>
        </fieldset>
        <Field label={words.keys.expiry}>
          {(attributes) => (
            <select {...attributes} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {expiries.map((value) => (
                <option key={value} value={value}>
                  {value === 0 ? words.keys.expiryNever : words.keys.expiryDays(value)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={words.keys.addresses} hint={words.keys.addressesHelp} trouble={troubleFor(trouble, 'addresses')}>
        {(attributes) => (
          <textarea
            {...attributes}
            class="mono"
            rows={2}
            value={addresses}
            onInput={(event) => setAddresses(event.currentTarget.value)}
          />
        )}
      </Field>
      {trouble !== undefined && !placed && (
        <p class="trouble" role="alert">
          {trouble.message}
        </p>
      )}
    </Dialog>
  )
}

export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={words.keys.shownTitle} onClose={onClose} wide>
      <p class="soft">{words.keys.shownHelp}</p>
      <Secret text={secret} />
    </Dialog>
  )
}

interface KindProps {
  readonly value: boolean
  readonly chosen: boolean
  readonly onChoose: (value: boolean) => void
  readonly word: string
  readonly help: string
}

function Kind({ value, chosen, onChoose, word, help }: KindProps) {
  return (
    <label class="choice">
      <input type="radio" name="kind" checked={value === chosen} onChange={() => onChoose(value)} />
      <span>
        {word} <span class="faint small">{help}</span>
      </span>
    </label>
  )
}

interface ScopesProps {
  readonly scopes: readonly ScopeEntry[]
  readonly chosen: ReadonlySet<Scope>
  readonly onChange: (chosen: ReadonlySet<Scope>) => void
  readonly trouble: string | undefined
}

/** Grouped by what they are about; each with its line and the operations it opens. */
function Scopes({ scopes, chosen, onChange, trouble }: ScopesProps) {
  const groups = Map.groupBy(scopes, ({ name }) => name.split(':')[0] ?? name)
  const toggle = (name: Scope) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <fieldset class="scopes">
      <legend class="row">
        {words.keys.scopes}
        <button
          type="button"
          class="button quiet small"
          onClick={() => onChange(new Set(scopes.map(({ name }) => name)))}
        >
          {words.keys.all}
        </button>
        <button type="button" class="button quiet small" onClick={() => onChange(new Set())}>
          {words.keys.allNone}
        </button>
      </legend>
      {trouble && (
        <p class="trouble small" role="alert">
          {trouble}
        </p>
      )}
      <div class="groups">
        {[...groups].map(([group, members]) => (
          <div key={group} class="group">
            <h3>{words.scopeGroups[group] ?? group}</h3>
            {members.map(({ name, summary, operations }) => (
              <label key={name} class="choice" title={operations.join(', ')}>
                <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} />
                <span>
                  <code>{name}</code>
                  <span class="soft small line">{summary}</span>
                  <span class="faint small line mono">{operations.join(' ')}</span>
                </span>
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
