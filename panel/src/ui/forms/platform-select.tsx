import { type Platform, platforms, platformTitles } from '../../../../src/platforms/contract/platforms.ts'

interface SelectProps<T extends Platform | undefined> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly among?: readonly Platform[]
  /** The text of the choice "all platforms", where that can be chosen. */
  readonly everywhere?: string
  readonly class?: string
}

export function PlatformSelect<T extends Platform | undefined>(select: SelectProps<T>) {
  const { label, value, onChange, among = platforms, everywhere } = select
  return (
    <select
      aria-label={label}
      class={select.class}
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as T)}
    >
      {everywhere !== undefined && <option value="">{everywhere}</option>}
      {among.map((one) => (
        <option key={one} value={one}>
          {platformTitles[one]}
        </option>
      ))}
    </select>
  )
}
