import {
  commonWidgetSettings,
  type WidgetDefinition,
} from '../../../../src/capabilities/widgets/contract/define-widget.ts'
import type { WidgetPlace } from '../../../../src/capabilities/widgets/contract/widget-place.ts'
import type { Fields } from '../../../../src/definitions/setting-fields.ts'
import { ColorOfTheme } from '../../ui/forms/color-fields.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SettingField } from '../../ui/forms/setting-field.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { messages } from './messages.ts'
import { type Settings, withSetting } from './shape.ts'

interface SettingsProps {
  readonly definition: WidgetDefinition
  readonly settings: Settings
  readonly media: Media
  readonly onChange: (settings: Settings) => void
}

/** The form of a widget, drawn from its definition: its own settings first, then those of every widget. */
export function WidgetSettings(props: SettingsProps) {
  const { definition } = props
  return (
    <>
      <FieldGrid {...props} fields={definition.settings} />
      <details>
        <summary>{messages.look()}</summary>
        <FieldGrid {...props} fields={commonWidgetSettings(definition)} />
      </details>
    </>
  )
}

function FieldGrid({ fields, settings, media, onChange }: SettingsProps & { readonly fields: Fields }) {
  const shown = Object.entries(fields).filter(([, { control }]) => control.kind !== 'code')
  return (
    <div class="setting-grid">
      {shown.map(([name, field]) =>
        field.control.kind === 'color' ? (
          <ColorOfTheme
            key={name}
            label={field.title()}
            value={settings[name]}
            initial={field.control.initial}
            onChange={(value) => onChange(withSetting(settings, name, value))}
          />
        ) : (
          <SettingField
            key={name}
            definition={field}
            value={settings[name]}
            media={media}
            onChange={(value) => onChange(withSetting(settings, name, value))}
          />
        ),
      )}
    </div>
  )
}

const bounds = {
  x: [0, 100, 0.1],
  y: [0, 100, 0.1],
  width: [1, 100, 0.1],
  height: [1, 100, 0.1],
  rotation: [-180, 180, 0.1],
  layer: [0, 9, 1],
} as const satisfies Readonly<Record<keyof WidgetPlace, readonly [min: number, max: number, step: number]>>

interface PlaceProps {
  readonly place: WidgetPlace
  readonly onChange: (change: Partial<WidgetPlace>) => void
}

/** Where it stands, in numbers. */
export function PlaceFields({ place, onChange }: PlaceProps) {
  return (
    <details>
      <summary>{messages.place()}</summary>
      <div class="place-grid">
        {(Object.keys(bounds) as (keyof WidgetPlace)[]).map((name) => {
          const [min, max, step] = bounds[name]
          return (
            <Field key={name} label={messages[name]()}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="number"
                  min={min}
                  max={max}
                  step={step}
                  value={place[name]}
                  onInput={(event) => {
                    const typed = Number(event.currentTarget.value)
                    if (event.currentTarget.value === '' || !Number.isFinite(typed)) return
                    onChange({ [name]: Math.min(Math.max(typed, min), max) })
                  }}
                />
              )}
            </Field>
          )
        })}
      </div>
    </details>
  )
}
