import { control } from '../../../../src/contract/schema.ts'
import { type AlertRule, alertRuleFields, newAlertRule } from '../../../../src/contract/settings/alerts.ts'
import { call } from '../../api.ts'
import { settingFormMessages } from '../../messages/setting-forms.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { SettingField } from '../../ui/setting-field.tsx'
import { definitionAt, errorAt, type Fields, type FieldsProps } from './setting-fields.tsx'

export function AlertRules({ schema, value, error, onChange }: FieldsProps) {
  // Alerts and effects are chosen by name.
  const { value: content } = useLoaded(
    async () => ({
      alert: (await call('list-alert-settings', {})).alerts.map(({ id, name }) => ({ id, name })),
      effect: (await call('list-effect-settings', {})).effects.map((effect) => ({
        id: effect.overlay_id,
        name: effect.name,
      })),
    }),
    [],
  )
  const rules = (value.rules ?? []) as readonly AlertRule[]
  const fields = schema.properties?.rules?.items?.properties ?? {}
  const set = (next: readonly AlertRule[]) => onChange({ ...value, rules: next })
  return (
    <div class="stack">
      {rules.length === 0 && <p class="soft">{settingFormMessages.noRules()}</p>}
      <ol class="rules">
        {rules.map((rule, index) => (
          <li key={index}>
            <fieldset>
              <legend class="out-of-sight">{settingFormMessages.rule({ number: index + 1 })}</legend>
              <div class="setting">
                {alertRuleFields(rule).map((name) => {
                  const path = `alerts.rules[${index}].${name}`
                  const field = fields[name] ?? {}
                  const current = (rule as Fields)[name]
                  const onChange = (next: unknown) => set(rules.with(index, { ...rule, [name]: next }))
                  const definition = definitionAt(path, field)
                  const chosenFrom = field[control]
                  if (chosenFrom === 'alert' || chosenFrom === 'effect') {
                    return (
                      <ContentField
                        key={name}
                        title={definition.title()}
                        choices={content?.[chosenFrom] ?? []}
                        value={current}
                        error={errorAt(error, path)}
                        onChange={onChange}
                      />
                    )
                  }
                  return (
                    <div key={name}>
                      <SettingField
                        definition={definition}
                        value={current}
                        error={errorAt(error, path)}
                        onChange={onChange}
                      />
                    </div>
                  )
                })}
              </div>
            </fieldset>
            <IconButton
              icon="close"
              label={settingFormMessages.removeRule({ number: index + 1 })}
              onClick={() => set(rules.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <div>
        <button type="button" class="button" onClick={() => set([...rules, newAlertRule])}>
          <Icon name="plus" />
          {settingFormMessages.addRule()}
        </button>
      </div>
    </div>
  )
}

interface ContentProps {
  readonly title: string
  readonly choices: readonly { readonly id: string | number; readonly name: string }[]
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

function ContentField({ title, choices, value, error, onChange }: ContentProps) {
  return (
    <Field label={title} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          value={value === undefined ? '' : String(value)}
          onChange={(event) => onChange(choices.find(({ id }) => String(id) === event.currentTarget.value)?.id)}
        >
          <option value="">{settingFormMessages.choose()}</option>
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
