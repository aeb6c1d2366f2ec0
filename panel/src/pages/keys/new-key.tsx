import { useState } from 'preact/hooks'
import { type Answer, call, troubleFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { OtherTrouble } from '../../ui/other-trouble.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { keyWords } from '../../words/key-words.ts'

type ScopeEntry = Answer<'list-keys'>['scopes'][number]
type Scope = ScopeEntry['name']

const expiries = [0, 7, 30, 90, 365]

export function NewKey({ scopes, onClose }: { scopes: readonly ScopeEntry[]; onClose: (id?: string) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set())
  const [isTest, setIsTest] = useState(false)
  const [days, setDays] = useState(0)
  const [addresses, setAddresses] = useState('')
  const { trouble, busy, attempt } = useAttempts()
  const [made, setMade] = useState<Answer<'create-key'>>()

  if (made !== undefined) return <ShownOnce secret={made.key} onClose={() => onClose(made.id)} />

  const create = () =>
    attempt(async () => {
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
    })

  return (
    <Dialog
      title={keyWords.make}
      onClose={() => onClose()}
      onSubmit={() => void create()}
      submit={keyWords.create}
      busy={busy}
      wide
    >
      <TextField
        label={keyWords.name}
        value={name}
        maxLength={100}
        placeholder={keyWords.namePlaceholder}
        trouble={troubleFor(trouble, 'name')}
        onInput={setName}
      />
      <Scopes scopes={scopes} chosen={chosen} onChange={setChosen} trouble={troubleFor(trouble, 'scopes')} />
      <div class="pair">
        <fieldset>
          <legend>{keyWords.kind}</legend>
          <div class="stack tight">
            <Kind
              value={false}
              chosen={isTest}
              onChoose={setIsTest}
              word={keyWords.kindLive}
              help={keyWords.kindLiveHelp}
            />
            <Kind
              value={true}
              chosen={isTest}
              onChoose={setIsTest}
              word={keyWords.kindTest}
              help={keyWords.kindTestHelp}
            />
          </div>
        </fieldset>
        <Field label={keyWords.expiry}>
          {(attributes) => (
            <select {...attributes} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {expiries.map((value) => (
                <option key={value} value={value}>
                  {value === 0 ? keyWords.expiryNever : keyWords.expiryDays(value)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={keyWords.addresses} hint={keyWords.addressesHelp} trouble={troubleFor(trouble, 'addresses')}>
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
      <OtherTrouble trouble={trouble} than={['name', 'scopes', 'addresses']} />
    </Dialog>
  )
}

export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={keyWords.shownTitle} onClose={onClose} wide>
      <p class="soft">{keyWords.shownHelp}</p>
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
        {keyWords.scopes}
        <button
          type="button"
          class="button quiet small"
          onClick={() => onChange(new Set(scopes.map(({ name }) => name)))}
        >
          {keyWords.all}
        </button>
        <button type="button" class="button quiet small" onClick={() => onChange(new Set())}>
          {keyWords.allNone}
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
            <h3>{keyWords.scopeGroups[group] ?? group}</h3>
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
