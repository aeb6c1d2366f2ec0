import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { type Answer, call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { settingsMessages } from '../settings/messages.ts'
import { voiceMessages } from './messages.ts'

type Stored = Answer<'get-voice'>['microphone']
type Inputs = Answer<'list-microphone-filters'>['inputs']

interface CardProps {
  readonly stored: Stored
  readonly isObsConnected: boolean
  readonly onChanged: () => Promise<void>
}

/** Which input of OBS is the microphone, and which of its filters are effects. */
export function MicrophoneCard({ stored, isObsConnected, onChanged }: CardProps) {
  const canChoose = isObsConnected && may('editor')
  const { value, error, reload } = useLoaded(
    async () => (canChoose ? call('list-microphone-filters', {}) : undefined),
    [canChoose],
  )
  return (
    <section class="card" aria-label={voiceMessages.inObs()}>
      <header>
        <h2>{voiceMessages.inObs()}</h2>
      </header>
      <p class="inside soft">{voiceMessages.inObsHelp()}</p>
      {!isObsConnected && (
        <p class="inside">
          {voiceMessages.obsAway()} <a href="/settings/platforms">{voiceMessages.connectObs()}</a>
        </p>
      )}
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {value !== undefined && <MicrophoneForm stored={stored} inputs={value.inputs} onChanged={onChanged} />}
    </section>
  )
}

interface FormProps {
  readonly stored: Stored
  readonly inputs: Inputs
  readonly onChanged: () => Promise<void>
}

function MicrophoneForm({ stored, inputs, onChanged }: FormProps) {
  const editing = useDraft('microphone', stored)
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt } = useAttempts()
  const save = () =>
    attempt(async () => {
      await call('save-microphone', { microphone: draft, if_version: versionOf(known) })
      keep(draft)
      showToast(settingsMessages.saved())
      await onChanged()
    })
  const found = inputs.find(({ name }) => name === draft.input)
  const chosen = draft.filters.map(({ filter }) => filter)
  // Those that were chosen and are gone can be taken away.
  const filters = [...new Set([...(found?.filters ?? []), ...chosen])]
  return (
    <Form class="inside stack" label={voiceMessages.inObs()} onSubmit={save}>
      <Field label={voiceMessages.input()}>
        {(attributes) => (
          <select
            {...attributes}
            value={draft.input ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setDraft(value === '' ? { filters: [] } : { input: value, filters: [] })
            }
          >
            <option value="">{voiceMessages.noInput()}</option>
            {draft.input !== undefined && found === undefined && (
              <option value={draft.input}>{voiceMessages.missing({ name: draft.input })}</option>
            )}
            {inputs.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.input !== undefined && (
        <fieldset class="stack tight">
          <legend>{voiceMessages.filters()}</legend>
          {filters.length === 0 && <p class="soft small">{voiceMessages.noFilters()}</p>}
          {filters.map((filter) => {
            const effect = draft.filters.find((one) => one.filter === filter)
            const others = draft.filters.filter((one) => one.filter !== filter)
            const label = found?.filters.includes(filter) === false ? voiceMessages.missing({ name: filter }) : filter
            return (
              <div key={filter} class="setting">
                <Switch
                  label={label}
                  checked={effect !== undefined}
                  onChange={(checked) =>
                    setDraft({ ...draft, filters: checked ? [...others, { filter, name: filter }] : others })
                  }
                />
                {effect !== undefined && (
                  <TextField
                    label={voiceMessages.nameOf({ filter })}
                    value={effect.name}
                    maxLength={100}
                    onInput={(name) =>
                      setDraft({
                        ...draft,
                        filters: draft.filters.map((one) => (one.filter === filter ? { filter, name } : one)),
                      })
                    }
                  />
                )}
              </div>
            )
          })}
        </fieldset>
      )}
      <FormError error={error} than={[]} />
      <SaveBar editing={editing} busy={busy} />
    </Form>
  )
}
