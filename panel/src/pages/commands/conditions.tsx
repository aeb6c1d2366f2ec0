import { conditionInput, conditionOperators } from '../../../../src/contract/conditions.ts'
import { fieldTitle } from '../../../../src/contract/field-texts.ts'
import { permissionRoles, roleTitle } from '../../../../src/contract/roles.ts'
import { commandMessages } from '../../messages/commands.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type ConditionRow, conditionOf, conditionRows } from './step-shape.ts'

interface ConditionsProps {
  readonly condition: unknown
  readonly error: string | undefined
  readonly onChange: (condition: unknown) => void
}

/** All conditions must be true, otherwise the step is skipped. */
export function Conditions({ condition, error, onChange }: ConditionsProps) {
  const rows = conditionRows(condition)
  const set = (index: number, part: Partial<ConditionRow>) =>
    onChange(conditionOf(rows.map((row, at) => (at === index ? { ...row, ...part } : row))))
  return (
    <fieldset class="conditions">
      <legend>{commandMessages.conditions()}</legend>
      {rows.map(({ value, operator, operand }, index) => (
        <div key={index} class={`condition${operator === 'role' ? ' role' : ''}`}>
          {operator !== 'role' && (
            <input
              type="text"
              class="mono"
              aria-label={commandMessages.conditionValue()}
              value={value}
              placeholder="$(args)"
              onInput={(event) => set(index, { value: event.currentTarget.value })}
            />
          )}
          <select
            aria-label={commandMessages.conditionOperator()}
            value={operator}
            onChange={(event) => {
              const next = conditionOperators.find((one) => one === event.currentTarget.value) ?? 'is'
              set(index, {
                operator: next,
                operand: next === 'role' ? 'moderator' : operator === 'role' ? '' : operand,
              })
            }}
          >
            {conditionOperators.map((one) => (
              <option key={one} value={one}>
                {fieldTitle(`conditions.${one}`, conditionInput.properties[one] ?? {})}
              </option>
            ))}
          </select>
          {operator === 'role' ? (
            <select
              aria-label={commandMessages.conditionOperand()}
              value={operand}
              onChange={(event) => set(index, { operand: event.currentTarget.value })}
            >
              {!permissionRoles.some((role) => role === operand) && <option value={operand}>{operand}</option>}
              {permissionRoles.map((role) => (
                <option key={role} value={role}>
                  {roleTitle(role)}
                </option>
              ))}
            </select>
          ) : (
            <input
              type="text"
              aria-label={commandMessages.conditionOperand()}
              value={operand}
              onInput={(event) => set(index, { operand: event.currentTarget.value })}
            />
          )}
          <IconButton
            icon="close"
            label={commandMessages.removeCondition()}
            onClick={() => onChange(conditionOf(rows.filter((_row, at) => at !== index)))}
          />
        </div>
      ))}
      {error && (
        <p class="error small" role="alert">
          {error}
        </p>
      )}
      <button
        type="button"
        class="button quiet small"
        onClick={() => onChange(conditionOf([...rows, { value: '$(args)', operator: 'is_not', operand: '' }]))}
      >
        <Icon name="plus" />
        {commandMessages.addCondition()}
      </button>
    </fieldset>
  )
}
