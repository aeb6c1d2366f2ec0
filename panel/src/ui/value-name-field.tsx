import { useId } from 'preact/hooks'
import type { ValueType } from '../../../src/contract/values.ts'
import { call } from '../api.ts'
import { Field } from './field.tsx'
import { useLoaded } from './parts.tsx'

interface ValueNameProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly types: readonly ValueType[]
  readonly value: string
  readonly onChange: (name: string) => void
}

/** The name of a value: one of those that exist, or one that will. */
export function ValueNameField({ label, hint, error, types, value, onChange }: ValueNameProps) {
  const { value: known } = useLoaded(() => call('list-values', {}), [])
  const names = known?.values.filter(({ type }) => types.includes(type)).map(({ name }) => name) ?? []
  const list = useId()
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            type="text"
            maxLength={50}
            list={list}
            value={value}
            autocomplete="off"
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
