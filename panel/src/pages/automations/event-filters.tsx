import { eventValueTitle } from '../../../../src/capabilities/steps/contract/event-values.ts'
import { choicesOf, eventFieldKey, fieldTitle } from '../../../../src/definitions/field-texts.ts'
import type { Schema } from '../../../../src/kernel/schema/schema.ts'
import { platforms, platformTitles, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Trigger } from './draft.ts'
import { type FilterOperator, type FilterRow, filterOperators, filterRows, whereOf } from './filter-rows.ts'
import { automationMessages } from './messages.ts'
import { findEvent } from './trigger-kinds.ts'

interface FiltersProps {
  readonly trigger: Trigger
  readonly error: string | undefined
  readonly onChange: (trigger: Trigger) => void
}

/** Filters on the fields of the event, as its definition names them. */
export function EventFilters({ trigger, error, onChange }: FiltersProps) {
  const rows = filterRows(trigger.where)
  const fields = fieldsOf(trigger.event)
  const first = fields[0]
  function set(next: readonly FilterRow[]): void {
    const { where: _before, ...rest } = trigger
    const where = whereOf(next)
    onChange(where === undefined ? rest : { ...rest, where })
  }
  const change = (index: number, part: Partial<FilterRow>) =>
    set(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <fieldset class="filters-of-event">
      <legend class="out-of-sight">{automationMessages.ifTitle()}</legend>
      {rows.length === 0 && <p class="faint small">{automationMessages.anyEvent()}</p>}
      {rows.map((row, index) => {
        const field = fields.find(({ name }) => name === row.field)
        return (
          <div key={index} class="condition">
            <select
              aria-label={automationMessages.filterField()}
              value={row.field}
              onChange={(event) => {
                const next = fields.find(({ name }) => name === event.currentTarget.value) ?? first
                if (next !== undefined) change(index, emptyRow(next))
              }}
            >
              {field === undefined && <option value={row.field}>{row.field}</option>}
              {fields.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
            <select
              aria-label={automationMessages.filterOperator()}
              value={row.operator}
              onChange={(event) => {
                const operator = filterOperators.find((one) => one === event.currentTarget.value) ?? 'is'
                change(index, { operator })
              }}
            >
              {operatorsOf(field, row.operator).map((operator) => (
                <option key={operator} value={operator}>
                  {automationMessages[operator]()}
                </option>
              ))}
            </select>
            {row.operator === 'is' && field?.choices !== undefined ? (
              <select
                aria-label={automationMessages.filterValue()}
                value={row.value}
                onChange={(event) => change(index, { value: event.currentTarget.value })}
              >
                {!field.choices.some(({ value }) => value === row.value) && (
                  <option value={row.value}>{row.value}</option>
                )}
                {field.choices.map(({ value, title }) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </select>
            ) : (
              <input
                type="text"
                aria-label={automationMessages.filterValue()}
                value={row.value}
                inputMode={field?.isNumber ? 'numeric' : undefined}
                onInput={(event) => change(index, { value: event.currentTarget.value })}
              />
            )}
            <IconButton
              icon="close"
              label={automationMessages.removeFilter()}
              onClick={() => set(rows.filter((_row, at) => at !== index))}
            />
          </div>
        )
      })}
      {error !== undefined && (
        <p class="error small" role="alert">
          {error}
        </p>
      )}
      {first !== undefined && (
        <button
          type="button"
          class="button quiet small"
          onClick={() =>
            set([...rows, emptyRow(fields.find(({ name }) => !rows.some((row) => row.field === name)) ?? first)])
          }
        >
          <Icon name="plus" />
          {automationMessages.addFilter()}
        </button>
      )}
    </fieldset>
  )
}

interface FilterField {
  readonly name: string
  readonly title: string
  readonly isNumber: boolean
  readonly choices: readonly { readonly value: string; readonly title: string }[] | undefined
}

/** The fields of the event that one value can be compared with, and the platform. */
function fieldsOf(kind: string | undefined): FilterField[] {
  const properties = findEvent(kind)?.fields ?? {}
  const own = Object.entries(properties).flatMap(([name, schema]): FilterField[] => {
    const single = schema.type === 'array' ? (schema.items ?? {}) : schema
    const types = [single.type ?? []].flat()
    if (types.includes('object') || types.includes('array')) return []
    const key = eventFieldKey(String(kind), name, schema)
    const isNumber = types.includes('integer') || types.includes('number')
    return [{ name, title: fieldTitle(key, schema), isNumber, choices: choicesFor(single) }]
  })
  // The amount and the text of an event are what people ask for most.
  own.sort((a, b) => Number(isTechnical(a.name)) - Number(isTechnical(b.name)))
  const onPlatform = platforms.map((platform) => ({ value: wordFor(platform), title: platformTitles[platform] }))
  return [...own, { name: 'platform', title: automationMessages.platform(), isNumber: false, choices: onPlatform }]
}

function choicesFor(schema: Schema): FilterField['choices'] {
  if (schema.type === 'boolean') {
    return [
      { value: '1', title: automationMessages.yes() },
      { value: '0', title: automationMessages.no() },
    ]
  }
  return choicesOf(schema)
    ?.filter((value) => value !== 'null')
    .map((value) => ({ value, title: eventValueTitle(value) }))
}

function isTechnical(name: string): boolean {
  return name.endsWith('id')
}

function operatorsOf(field: FilterField | undefined, current: FilterOperator): readonly FilterOperator[] {
  if (field === undefined) return filterOperators
  const own: readonly FilterOperator[] =
    field.choices !== undefined
      ? ['is']
      : field.isNumber
        ? ['at_least', 'at_most', 'above', 'below', 'is']
        : ['is', 'matches']
  return own.includes(current) ? own : [...own, current]
}

function emptyRow(field: FilterField): FilterRow {
  const operator = operatorsOf(field, field.isNumber ? 'at_least' : 'is')[0] ?? 'is'
  return { field: field.name, operator, value: field.choices?.[0]?.value ?? (field.isNumber ? '1' : '') }
}
