import { defineMessages } from '../../kernel/text/message.ts'
import { type EffectDefinition, settingsOf } from './contract/define-effect.ts'
import { effectDefinitions } from './contract/effects.ts'
import { anySettingsOf, createKindSettingsCheck, type KindSettings } from './kind-settings.ts'

const messages = defineMessages('effects.settings', {
  description: 'Settings of the effect; which ones there are depends on its type.',
})

export type EffectSettings = KindSettings

const kinds = () =>
  effectDefinitions.map((definition: EffectDefinition) => ({ type: definition.type, fields: settingsOf(definition) }))

export const anyEffectSettings = () => anySettingsOf(kinds(), messages.description())

export const checkEffectSettings = createKindSettingsCheck(kinds, 'effect_settings')
