import { useState } from 'preact/hooks'
import { keyPresets } from '../../../../src/capabilities/keys/contract/presets.ts'
import { scopeTexts } from '../../../../src/kernel/operation/contract/scope-texts.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { listed } from '../../format.ts'
import { textOf } from '../../messages/text-of.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { keyMessages, scopeGroups } from './messages.ts'

type ScopeEntry = Answer<'list-keys'>['scopes'][number]
type Scope = ScopeEntry['name']

const expiries = [0, 7, 30, 90, 365]

interface KeyDraft {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly isTest: boolean
  readonly days: number
  readonly addresses: string
}

const emptyKey: KeyDraft = { name: '', scopes: [], isTest: false, days: 0, addresses: '' }

export function NewKey({ scopes, onClose }: { scopes: readonly ScopeEntry[]; onClose: (id?: string) => void }) {
  const editing = useDraft<KeyDraft>('key:new', emptyKey)
  const { draft, setDraft, keep } = editing
  const { name, isTest, days, addresses } = draft
  const chosen = new Set(draft.scopes)
  const change = (part: Partial<KeyDraft>) => setDraft({ ...draft, ...part })
  const { error, busy, attempt } = useAttempts()
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
      keep(emptyKey)
    })

  return (
    <Dialog
      title={keyMessages.newKey()}
      onClose={() => onClose()}
      onSubmit={() => void create()}
      submit={keyMessages.create()}
      busy={busy}
      editing={editing}
      wide
    >
      <TextField
        label={keyMessages.name()}
        value={name}
        maxLength={100}
        placeholder={keyMessages.namePlaceholder()}
        error={errorFor(error, 'name')}
        onInput={(next) => change({ name: next })}
      />
      <Scopes
        scopes={scopes}
        chosen={chosen}
        onChange={(next) => change({ scopes: [...next] })}
        error={errorFor(error, 'scopes') && keyMessages.chooseScope()}
      />
      <div class="pair">
        <fieldset>
          <legend>{keyMessages.mode()}</legend>
          <div class="stack tight">
            <Kind
              value={false}
              chosen={isTest}
              onChoose={(next) => change({ isTest: next })}
              word={keyMessages.liveMode()}
              help={keyMessages.liveModeHelp()}
            />
            <Kind
              value={true}
              chosen={isTest}
              onChoose={(next) => change({ isTest: next })}
              word={keyMessages.testMode()}
              help={keyMessages.testModeHelp()}
            />
          </div>
        </fieldset>
        <Field label={keyMessages.expiry()}>
          {(attributes) => (
            <select
              {...attributes}
              value={days}
              onChange={(event) => change({ days: Number(event.currentTarget.value) })}
            >
              {expiries.map((value) => (
                <option key={value} value={value}>
                  {value === 0 ? keyMessages.expiresNever() : keyMessages.expiryDays({ days: value })}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={keyMessages.addresses()} hint={keyMessages.addressesHelp()} error={errorFor(error, 'addresses')}>
        {(attributes) => (
          <textarea
            {...attributes}
            class="mono"
            rows={2}
            value={addresses}
            onInput={(event) => change({ addresses: event.currentTarget.value })}
          />
        )}
      </Field>
      <FormError error={error} than={['name', 'scopes', 'addresses']} />
    </Dialog>
  )
}

export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={keyMessages.shownTitle()} onClose={onClose} wide>
      <p class="soft">{keyMessages.shownHelp()}</p>
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
  readonly error: string | undefined
}

/** Scopes by group, each with its description and the operations it allows. */
function Scopes({ scopes, chosen, onChange, error }: ScopesProps) {
  const forAssistant = new Set(scopes.filter((one) => one.for_assistants).map(({ name }) => name))
  const presets: readonly (readonly [string, ReadonlySet<Scope>])[] = [
    [keyMessages.deckPreset(), new Set(keyPresets.deck)],
    [keyMessages.overlayPreset(), new Set(keyPresets.overlay)],
    [keyMessages.chatBotPreset(), new Set(keyPresets.chatBot)],
    [keyMessages.readOnlyPreset(), new Set(keyPresets.readOnly)],
    [keyMessages.forAssistant(), forAssistant],
    [keyMessages.selectAll(), new Set(scopes.map(({ name }) => name))],
  ]
  const leftOut = scopes.filter((one) => !one.for_assistants).map(({ name }) => name)
  const groups = Map.groupBy(scopes, ({ name }) => name.split(':')[0] ?? name)
  const toggle = (name: Scope) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <fieldset class="scopes">
      <legend>{keyMessages.scopes()}</legend>
      <fieldset class="presets row" aria-label={keyMessages.presets()}>
        <span class="soft small">{keyMessages.presets()}</span>
        {presets.map(([title, wanted]) => (
          <button
            key={title}
            type="button"
            class="button small"
            aria-pressed={isSame(chosen, wanted)}
            onClick={() => onChange(wanted)}
          >
            {title}
          </button>
        ))}
        <button type="button" class="button quiet small" onClick={() => onChange(new Set())}>
          {keyMessages.clear()}
        </button>
      </fieldset>
      {error && (
        <p class="error small" role="alert">
          {error}
        </p>
      )}
      {isSame(chosen, forAssistant) && (
        <p class="soft small" role="status">
          {keyMessages.forAssistantHelp({ scopes: listed(leftOut) })}
        </p>
      )}
      <div class="groups">
        {[...groups].map(([group, members]) => (
          <div key={group} class="group">
            <h3>{textOf(scopeGroups, group) ?? group}</h3>
            {members.map(({ name, operations }) => (
              <label key={name} class="choice" title={operations.join(', ')}>
                <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} />
                <span>
                  <code>{name}</code>
                  <span class="soft small line">{scopeTexts[name]()}</span>
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

function isSame(one: ReadonlySet<Scope>, other: ReadonlySet<Scope>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name))
}
