import { useId } from 'preact/hooks'
import { mediaMessages } from '../../messages/media.ts'

interface SliderProps {
  readonly label: string
  /** From 0 to 1 unless `min` and `max` say otherwise. */
  readonly value: number
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly disabled?: boolean
  readonly show?: (value: number) => string
  readonly onInput: (value: number) => void
  /** Called when the thumb is released, for values that are saved immediately. */
  readonly onChange?: (value: number) => void
}

export function Slider({
  label,
  value,
  min = 0,
  max = 1,
  step = 0.01,
  disabled,
  show,
  onInput,
  onChange,
}: SliderProps) {
  const id = useId()
  const shown = (show ?? ((part: number) => mediaMessages.percent({ share: part })))(value)
  const part = max === min ? 0 : ((value - min) / (max - min)) * 100
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={shown}
        style={{ '--part': `${part}%` }}
        onInput={(event) => onInput(Number(event.currentTarget.value))}
        onChange={(event) => onChange?.(Number(event.currentTarget.value))}
      />
      <output class="small soft">{shown}</output>
    </div>
  )
}
