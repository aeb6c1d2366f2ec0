import { conditionInput, conditionOperators } from '../../../../src/contract/conditions.ts'
import { fieldTitle } from '../../../../src/contract/field-texts.ts'
import { permissionRoles, roleTitle } from '../../../../src/contract/roles.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { commandWords } from '../../words/command-words.ts'
import { type ConditionRow, conditionOf, conditionRows } from './step-shape.ts'

interface ConditionsProps {
  readonly condition: unknown
  readonly trouble: string | undefined
  readonly onChange: (condition: unknown) => void
}

/** All of these must hold, or the step is passed over. */
export function Conditions({ condition, trouble, onChange }: ConditionsProps) {
  const rows = conditionRows(condition)
  const set = (index: number, part: Partial<ConditionRow>) =>
    onChange(conditionOf(rows.map((row, at) => (at === index ? { ...row, ...part } : row))))
  return (
    <fieldset class="conditions">
      <legend>{commandWords.conditions}</legend>
      {rows.map(({ value, operator, operand }, index) => (
        <div key={index} class={`condition${operator === 'role' ? ' role' : ''}`}>
          {operator !== 'role' && (
            <input
              type="text"
              class="mono"
              aria-label={commandWords.conditionValue}
              value={value}
              placeholder="$(args)"
              onInput={(event) => set(index, { value: event.currentTarget.value })}
            />
          )}
          <select
            aria-label={commandWords.conditionHow}
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
              aria-label={commandWords.conditionWith}
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
              aria-label={commandWords.conditionWith}
              value={operand}
              onInput={(event) => set(index, { operand: event.currentTarget.value })}
            />
          )}
          <IconButton
            glyph="close"
            label={commandWords.removeCondition}
            onClick={() => onChange(conditionOf(rows.filter((_row, at) => at !== index)))}
          />
        </div>
      ))}
      {trouble && (
        <p class="trouble small" role="alert">
          {trouble}
        </p>
      )}
      <button
        type="button"
        class="button quiet small"
        onClick={() => onChange(conditionOf([...rows, { value: '$(args)', operator: 'is_not', operand: '' }]))}
      >
        <Glyph name="plus" />
        {commandWords.addCondition}
      </button>
    </fieldset>
  )
}
