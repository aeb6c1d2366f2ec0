import type { ValueType } from '../../../../src/definitions/value-types.ts'
import { call } from '../../api.ts'
import { useLoaded } from '../parts.tsx'
import { Field } from './field.tsx'
import { SuggestedText } from './suggested-text.tsx'

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
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => <SuggestedText {...attributes} maxLength={50} offers={names} value={value} onInput={onChange} />}
    </Field>
  )
}
