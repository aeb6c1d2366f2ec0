import { call } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { settingsWords as say } from '../../words/settings-words.ts'
import { errorAt, type FieldSchema, type Fields, type FieldsProps, labelOf, OneField } from './setting-fields.tsx'

/** The fields of a rule depend on what it shows. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  tts: ['text'],
  'audio-alert': ['alert_id'],
  effect: ['overlay_id', 'text'],
}
const withAmount = new Set(['raid', 'bits', 'donation', 'subscription'])
const fresh = { on: 'follow', show: 'tts', min_amount: 0, text: '$(user) just followed' }

export function AlertRules({ schema, value, error, onChange }: FieldsProps) {
  // Alerts and effects are chosen by name.
  const { value: content } = useLoaded(
    async () => ({
      alert_id: (await call('list-alerts', {})).alerts.map(({ id, name }) => ({ id, name })),
      overlay_id: (await call('list-effect-overlays', {})).effects.map((effect) => ({
        id: effect.overlay_id,
        name: effect.name,
      })),
    }),
    [],
  )
  const rules = (value.rules ?? []) as readonly Fields[]
  const fields = schema.properties?.rules?.items?.properties ?? {}
  const set = (next: readonly Fields[]) => onChange({ ...value, rules: next })
  return (
    <div class="stack">
      {rules.length === 0 && <p class="soft">{say.noRules}</p>}
      <ol class="rules">
        {rules.map((rule, index) => (
          <li key={index}>
            <fieldset>
              <legend class="out-of-sight">{say.rule(index + 1)}</legend>
              <div class="setting">
                {shownFields(rule).map((name) => {
                  const path = `alerts.rules[${index}].${name}`
                  const onChange = (next: unknown) => set(rules.with(index, { ...rule, [name]: next }))
                  if (name === 'alert_id' || name === 'overlay_id') {
                    return (
                      <ContentField
                        key={name}
                        path={path}
                        choices={content?.[name] ?? []}
                        value={rule[name]}
                        error={errorAt(error, path)}
                        onChange={onChange}
                      />
                    )
                  }
                  return (
                    <OneField
                      key={name}
                      path={path}
                      schema={withoutRoom(fields[name])}
                      value={rule[name]}
                      error={error}
                      onChange={onChange}
                    />
                  )
                })}
              </div>
            </fieldset>
            <IconButton icon="close" label={say.removeRule(index + 1)} onClick={() => set(rules.toSpliced(index, 1))} />
          </li>
        ))}
      </ol>
      <div>
        <button type="button" class="button" onClick={() => set([...rules, fresh])}>
          <Icon name="plus" />
          {say.addRule}
        </button>
      </div>
    </div>
  )
}

interface ContentProps {
  readonly path: string
  readonly choices: readonly { readonly id: string | number; readonly name: string }[]
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

function ContentField({ path, choices, value, error, onChange }: ContentProps) {
  return (
    <Field label={labelOf(path)} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          value={value === undefined ? '' : String(value)}
          onChange={(event) => onChange(choices.find(({ id }) => String(id) === event.currentTarget.value)?.id)}
        >
          <option value="">{say.choose}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function shownFields({ on, show }: Fields): string[] {
  return ['on', ...(withAmount.has(String(on)) ? ['min_amount'] : []), 'show', ...(fieldsOf[String(show)] ?? [])]
}

/** The text of a rule is short, so its field needs no row of its own. */
function withoutRoom(schema: FieldSchema = {}): FieldSchema {
  const { maxLength: _, ...rest } = schema
  return rest
}
