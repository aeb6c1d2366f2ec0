import type { Context } from '../../context.ts'
import { type EffectType, effectTypes } from '../../contract/effects.ts'
import { maxNameLength } from '../../contract/fields.ts'
import { anyObject, boolean, object, oneOf, text, withDefault } from '../../contract/schema.ts'
import type { EffectDraft, StoredEffect } from './effect-content.ts'
import { anyEffectSettings } from './effect-settings.ts'

export const overlayIdField = text({ min: 1, max: maxNameLength, description: 'The effect overlay.' })

export const effectInput = {
  name: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'What it is called.' }),
  effect_type: oneOf(effectTypes, { description: 'What happens.' }),
  effect_settings: withDefault(anyEffectSettings, {}),
  trigger_enabled: withDefault(boolean({ description: 'Whether effect-trigger may fire it.' }), true),
}

export const effectFields = object({
  overlay_id: text(),
  name: text(),
  effect_type: text(),
  effect_settings: anyObject(),
  trigger_enabled: boolean(),
  connected: boolean({ description: 'Whether an overlay page that shows it is connected.' }),
})

export const effectExample = {
  overlay_id: 'confetti',
  name: 'Confetti',
  effect_type: 'confetti',
  effect_settings: { pieces: 150 },
  trigger_enabled: true,
  connected: true,
}

export function toEffectDraft(input: {
  readonly name: string
  readonly effect_type: EffectType
  readonly effect_settings: Readonly<Record<string, unknown>>
  readonly trigger_enabled: boolean
}): EffectDraft {
  return {
    name: input.name.trim(),
    effectType: input.effect_type,
    effectSettings: input.effect_settings,
    isTriggerEnabled: input.trigger_enabled,
  }
}

export function toEffectFields({ overlays }: Pick<Context, 'overlays'>, channelId: number, effect: StoredEffect) {
  return {
    overlay_id: effect.overlayId,
    name: effect.name,
    effect_type: effect.effectType,
    effect_settings: effect.effectSettings,
    trigger_enabled: effect.isTriggerEnabled,
    connected: overlays.isConnected(channelId, { kind: 'effect', overlayId: effect.overlayId }),
  }
}
