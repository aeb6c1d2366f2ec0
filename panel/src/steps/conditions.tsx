import { conditionInput, conditionOperators } from '../../../src/capabilities/steps/contract/conditions.ts'
import { fieldTitle } from '../../../src/definitions/field-texts.ts'
import { permissionRoles, roleTitle } from '../../../src/definitions/roles.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { stepMessages } from './messages.ts'
import { type ConditionRow, conditionOf, conditionRows } from './step-shape.ts'
import { VariableText } from './variable-text.tsx'

interface ConditionsProps {
  readonly condition: unknown
  readonly error?: string | undefined
  readonly legend?: string
  readonly onChange: (condition: unknown) => void
}

/** All conditions must be true; otherwise the step, or the automation, is skipped. */
export function Conditions({ condition, error, legend, onChange }: ConditionsProps) {
  const rows = conditionRows(condition)
  const set = (index: number, part: Partial<ConditionRow>) =>
    onChange(conditionOf(rows.map((row, at) => (at === index ? { ...row, ...part } : row))))
  return (
    <fieldset class="conditions">
      <legend>{legend ?? stepMessages.conditions()}</legend>
      {rows.map(({ value, operator, operand }, index) => (
        <div key={index} class={`condition${operator === 'role' ? ' role' : ''}`}>
          {operator !== 'role' && (
            <VariableText
              attributes={{ 'aria-label': stepMessages.conditionValue() }}
              class="mono"
              value={value}
              placeholder="$(args)"
              onChange={(text) => set(index, { value: text })}
            />
          )}
          <select
            aria-label={stepMessages.conditionOperator()}
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
              aria-label={stepMessages.conditionOperand()}
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
            <VariableText
              attributes={{ 'aria-label': stepMessages.conditionOperand() }}
              value={operand}
              onChange={(text) => set(index, { operand: text })}
            />
          )}
          <IconButton
            icon="close"
            label={stepMessages.removeCondition()}
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
        {stepMessages.addCondition()}
      </button>
    </fieldset>
  )
}
