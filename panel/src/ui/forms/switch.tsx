interface SwitchProps {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
  /** Hides the label visually, where a text beside the switch says the same. */
  readonly isQuiet?: boolean
}

/** A switch that takes effect immediately. */
export function Switch({ label, checked, disabled = false, onChange, isQuiet = false }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class={isQuiet ? 'out-of-sight' : ''}>{label}</span>
    </label>
  )
}
