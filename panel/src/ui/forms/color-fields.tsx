import './color-fields.css'
import { Icon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { messages } from './setting-messages.ts'

interface ColorListProps {
  readonly label: string
  readonly hint: string | undefined
  readonly value: unknown
  readonly initial: string
  readonly max: number
  readonly onChange: (colors: readonly string[] | undefined) => void
}

export function ColorList({ label, hint, value, initial, max, onChange }: ColorListProps) {
  const colors = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const set = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next)
  return (
    <fieldset class="field colour-list">
      <legend>{label}</legend>
      <div class="row wrap">
        {colors.map((color, index) => (
          <span key={index} class="row colour-chip">
            <input
              type="color"
              aria-label={messages.colorNumber({ number: index + 1 })}
              value={color}
              onInput={(event) => set(colors.map((one, at) => (at === index ? event.currentTarget.value : one)))}
            />
            <IconButton
              icon="close"
              label={messages.removeColor({ number: index + 1 })}
              onClick={() => set(colors.filter((_one, at) => at !== index))}
            />
          </span>
        ))}
        {colors.length < max && (
          <button type="button" class="button small" onClick={() => set([...colors, initial])}>
            <Icon name="plus" />
            {messages.addColor()}
          </button>
        )}
      </div>
      {colors.length === 0 && <span class="hint">{hint}</span>}
    </fieldset>
  )
}

interface ColorOfThemeProps {
  readonly label: string
  readonly value: unknown
  readonly initial: string
  readonly onChange: (color: string | undefined) => void
}

/** The colour of the theme until a custom one is switched on. */
export function ColorOfTheme({ label, value, initial, onChange }: ColorOfThemeProps) {
  return (
    <div class="colour">
      <label class="choice">
        <input
          type="checkbox"
          checked={value !== undefined}
          aria-label={messages.customColor({ name: label })}
          onChange={(event) => onChange(event.currentTarget.checked ? initial : undefined)}
        />
        <span>{label}</span>
      </label>
      <input
        type="color"
        aria-label={label}
        disabled={value === undefined}
        value={hexOf(value) ?? initial}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

/** A colour input knows this notation only; others stay as they are until they are changed. */
function hexOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined
}
