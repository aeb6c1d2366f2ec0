import { mediaMessages } from '../../messages/media.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MediaPicker } from '../../ui/media-picker.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { Media } from '../../ui/use-media.ts'
import { effectWords } from '../../words/effect-words.ts'
import { type EffectType, type Setting, type Settings, settingsOf, usualSeconds, withSetting } from './shape.ts'

interface SettingsProps {
  readonly type: EffectType
  readonly settings: Settings
  readonly media: Media
  readonly onChange: (settings: Settings) => void
}

/** What can be turned on this kind of effect. */
export function EffectSettings({ type, settings, media, onChange }: SettingsProps) {
  const set = (name: string, value: unknown) => onChange(withSetting(settings, name, value))
  const sound = typeof settings.sound === 'string' ? settings.sound : undefined
  return (
    <div class="setting-grid">
      {settingsOf[type].map((setting) => (
        <OneSetting key={setting.name} setting={setting} value={settings[setting.name]} media={media} onChange={set} />
      ))}
      <Slider
        label={effectWords.settingNames.seconds ?? ''}
        value={numberOf(settings.seconds, usualSeconds[type])}
        min={0.5}
        max={60}
        step={0.5}
        show={(value) => mediaMessages.seconds({ value: String(value) })}
        onInput={(value) => set('seconds', value)}
      />
      <MediaPicker
        label={effectWords.settingNames.sound ?? ''}
        kind="sound"
        media={media}
        value={sound}
        volume={numberOf(settings.volume, 1)}
        onChange={(ref) => set('sound', ref)}
      />
      {sound !== undefined && (
        <Slider
          label={effectWords.settingNames.volume ?? ''}
          value={numberOf(settings.volume, 1)}
          onInput={(value) => set('volume', value)}
        />
      )}
    </div>
  )
}

interface OneProps {
  readonly setting: Setting
  readonly value: unknown
  readonly media: Media
  readonly onChange: (name: string, value: unknown) => void
}

function OneSetting({ setting, value, media, onChange }: OneProps) {
  const { name, kind } = setting
  const label = effectWords.settingNames[name] ?? name
  switch (kind) {
    case 'count':
    case 'part':
      return (
        <Slider
          label={label}
          value={numberOf(value, setting.usual)}
          min={setting.min}
          max={setting.max}
          step={kind === 'count' ? 1 : 0.01}
          show={(shown) => (kind === 'count' ? String(shown) : mediaMessages.percent({ share: shown }))}
          onInput={(next) => onChange(name, next)}
        />
      )
    case 'colors':
      return <Colors label={label} value={value} onChange={(next) => onChange(name, next)} />
    case 'color':
      return (
        <Field label={label}>
          {(attributes) => (
            <input
              {...attributes}
              type="color"
              value={typeof value === 'string' ? value : '#ffffff'}
              onInput={(event) => onChange(name, event.currentTarget.value)}
            />
          )}
        </Field>
      )
    case 'image':
      return (
        <MediaPicker
          label={label}
          kind="image"
          media={media}
          isRequired
          value={typeof value === 'string' ? value : undefined}
          onChange={(ref) => onChange(name, ref)}
        />
      )
    default:
      return (
        <Field label={label} hint={kind === 'emoji' ? effectWords.emojiHint : undefined}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              maxLength={kind === 'emoji' ? 100 : 200}
              value={typeof value === 'string' ? value : ''}
              placeholder={kind === 'emoji' ? '🎉🎈✨' : ''}
              onInput={(event) => onChange(name, event.currentTarget.value)}
            />
          )}
        </Field>
      )
  }
}

interface ColorsProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (colors: readonly string[] | undefined) => void
}

function Colors({ label, value, onChange }: ColorsProps) {
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
              aria-label={effectWords.colorNumber(index + 1)}
              value={color}
              onInput={(event) => set(colors.map((one, at) => (at === index ? event.currentTarget.value : one)))}
            />
            <IconButton
              icon="close"
              label={effectWords.removeColor(index + 1)}
              onClick={() => set(colors.filter((_one, at) => at !== index))}
            />
          </span>
        ))}
        {colors.length < 12 && (
          <button type="button" class="button small" onClick={() => set([...colors, '#f2b24c'])}>
            <Icon name="plus" />
            {effectWords.addColor}
          </button>
        )}
      </div>
      {colors.length === 0 && <span class="hint">{effectWords.colorsHint}</span>}
    </fieldset>
  )
}

function numberOf(value: unknown, usual: number): number {
  return typeof value === 'number' ? value : usual
}
