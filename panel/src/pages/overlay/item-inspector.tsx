import type { ShownKind } from '../../../../src/capabilities/overlay/contract/cues.ts'
import {
  overlaySettingFields,
  type Position,
  positions,
} from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { OverlayDraft } from './draft.ts'
import { messages } from './messages.ts'
import type { Place } from './stage-geometry.ts'

const { fields } = overlaySettingFields.places.control
const names = Object.keys(positions) as readonly Position[]

interface InspectorProps {
  readonly kind: ShownKind
  readonly draft: OverlayDraft
  readonly disabled: boolean
  readonly onMove: (change: Partial<Place>) => void
  readonly onChange: (draft: OverlayDraft) => void
}

/** Where the chosen item stands, in numbers. */
export function ItemInspector({ kind, draft, disabled, onMove, onChange }: InspectorProps) {
  const position = draft.positions[kind]
  const place = draft.places[kind]
  const choose = (next: Position) =>
    next === 'free' ? onMove({}) : onChange({ ...draft, positions: { ...draft.positions, [kind]: next } })
  const numbers = Object.entries(fields[kind].control.fields)
  return (
    <fieldset class="inspector" disabled={disabled} aria-label={fields[kind].title()}>
      <Field label={messages.position()}>
        {(attributes) => (
          <select
            {...attributes}
            value={position}
            onChange={(event) => choose(names.find((one) => one === event.currentTarget.value) ?? 'free')}
          >
            {names.map((one) => (
              <option key={one} value={one}>
                {positions[one].title()}
              </option>
            ))}
          </select>
        )}
      </Field>
      {numbers.map(([name, field]) => (
        <Field key={name} label={field.title()}>
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              min={field.schema.minimum}
              max={field.schema.maximum}
              step={field.control.step}
              disabled={position !== 'free' && name !== 'layer'}
              value={place[name as keyof Place]}
              onInput={(event) => {
                const typed = Number(event.currentTarget.value)
                if (event.currentTarget.value === '' || !Number.isFinite(typed)) return
                if (name === 'layer') onChange(withLayer(draft, kind, typed))
                else onMove({ [name]: typed })
              }}
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}

/** The layer holds at every position. */
function withLayer(draft: OverlayDraft, kind: ShownKind, layer: number): OverlayDraft {
  const wanted = Math.min(Math.max(Math.round(layer), 0), 9)
  return { ...draft, places: { ...draft.places, [kind]: { ...draft.places[kind], layer: wanted } } }
}
