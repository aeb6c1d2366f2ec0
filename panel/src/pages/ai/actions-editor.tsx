import { type ActingTool, actingTools } from '../../../../src/capabilities/ai/contract/ai.ts'
import { aiSettings } from '../../../../src/capabilities/ai/contract/settings.ts'
import { permissionRoles, roleTitles } from '../../../../src/definitions/roles.ts'
import { fieldFromSchema } from '../../../../src/definitions/schema-fields.ts'
import { errorFor } from '../../api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SettingField } from '../../ui/forms/setting-field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import type { AiForm } from './ai-state.ts'
import { aiMessages } from './messages.ts'

const { reads: readsSchema = {}, actions: actionsSchema = {} } = aiSettings.schema.properties
const defaults = { per_hour: 6, role: 'everyone' } as const

/** What the bot may read, and each action with its limit and the role that may have it done. */
export function ActionsEditor({ value, error, onChange }: AiForm) {
  const actions = value.actions ?? []
  const set = (next: typeof actions) => onChange({ ...value, actions: next })
  const titles = actionsSchema.items?.properties?.operation
  const titleOf = (operation: ActingTool) => {
    const field = fieldFromSchema('settings.ai.actions.operation', titles ?? {})
    return field.control.kind === 'choice' ? (field.control.choices[operation]?.title() ?? operation) : operation
  }
  return (
    <>
      <SettingField
        definition={fieldFromSchema('settings.ai.reads', readsSchema)}
        value={value.reads}
        onChange={(reads) => onChange({ ...value, reads: reads as NonNullable<typeof value.reads> })}
      />
      <fieldset class="actions">
        <legend>{aiMessages.actions()}</legend>
        {actingTools.map((operation) => {
          const at = actions.findIndex((one) => one.operation === operation)
          const action = actions[at]
          const change = (part: Partial<(typeof actions)[number]>) =>
            set(actions.map((one) => (one.operation === operation ? { ...one, ...part } : one)))
          return (
            <div key={operation} class="action row wrap">
              <Switch
                label={titleOf(operation)}
                checked={action !== undefined}
                onChange={(isOn) =>
                  set(
                    isOn
                      ? [...actions, { operation, ...defaults }]
                      : actions.filter((one) => one.operation !== operation),
                  )
                }
              />
              {action !== undefined && (
                <>
                  <Field label={aiMessages.perHour()} error={errorFor(error, `actions[${at}].per_hour`)}>
                    {(attributes) => (
                      <input
                        {...attributes}
                        type="number"
                        min={1}
                        max={120}
                        value={action.per_hour}
                        onInput={(event) => change({ per_hour: Number(event.currentTarget.value) })}
                      />
                    )}
                  </Field>
                  <Field label={aiMessages.role()} error={errorFor(error, `actions[${at}].role`)}>
                    {(attributes) => (
                      <select
                        {...attributes}
                        value={action.role}
                        onChange={(event) => {
                          const role = permissionRoles.find((one) => one === event.currentTarget.value)
                          if (role !== undefined) change({ role })
                        }}
                      >
                        {permissionRoles.map((role) => (
                          <option key={role} value={role}>
                            {roleTitles[role]()}
                          </option>
                        ))}
                      </select>
                    )}
                  </Field>
                </>
              )}
            </div>
          )
        })}
      </fieldset>
    </>
  )
}
