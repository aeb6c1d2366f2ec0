import { type EffectDefinition, settingsOf } from '../../../../src/capabilities/effects/contract/define-effect.ts'
import { SettingField } from '../../ui/forms/setting-field.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { type Settings, withSetting } from './shape.ts'

interface SettingsProps {
  readonly definition: EffectDefinition
  readonly settings: Settings
  readonly media: Media
  readonly onChange: (settings: Settings) => void
}

/** The form of an effect, drawn from its definition. Code has an editor of its own. */
export function EffectSettings({ definition, settings, media, onChange }: SettingsProps) {
  const fields = Object.entries(settingsOf(definition)).filter(([, { control }]) => control.kind !== 'code')
  const hasSound = typeof settings.sound === 'string'
  return (
    <div class="setting-grid">
      {fields
        .filter(([name]) => name !== 'volume' || hasSound)
        .map(([name, field]) => (
          <SettingField
            key={name}
            definition={field}
            value={settings[name]}
            media={media}
            {...(name === 'sound' ? { volume: typeof settings.volume === 'number' ? settings.volume : 1 } : {})}
            onChange={(value) => onChange(withSetting(settings, name, value))}
          />
        ))}
    </div>
  )
}
