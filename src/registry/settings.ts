import { aiSettings } from '../capabilities/ai/contract/settings.ts'
import { emoteSettings, sharedChatSettings } from '../capabilities/chat/contract/settings.ts'
import { commandSettings } from '../capabilities/commands/contract/settings.ts'
import { discordSettings } from '../capabilities/discord/contract/settings.ts'
import { quickButtonSettings } from '../capabilities/home/contract/settings.ts'
import { kickReachSettings } from '../capabilities/kick-reach/contract/settings.ts'
import { autoModerationSettings, shieldSettings } from '../capabilities/moderation/contract/settings.ts'
import { songRequestSettings } from '../capabilities/music/contract/request-settings.ts'
import { musicSettings } from '../capabilities/music/contract/settings.ts'
import { outgoingSettings } from '../capabilities/outgoing/contract/settings.ts'
import { earningSettings, excludedSettings } from '../capabilities/points/contract/settings.ts'
import { retentionSettings } from '../capabilities/privacy/contract/settings.ts'
import { roundAnnouncementSettings } from '../capabilities/rounds/contract/settings.ts'
import { languageSettings } from '../capabilities/settings/contract/settings.ts'
import { microphoneSettings } from '../capabilities/voice/contract/settings.ts'
import { watchTimeSettings } from '../capabilities/watch-time/contract/settings.ts'
import type { SettingDefinition, SettingSection } from '../definitions/define-setting.ts'

/** Every setting of the bot and the channel, in the order in which people see them. */
export const settings = [
  commandSettings,
  watchTimeSettings,
  earningSettings,
  excludedSettings,
  autoModerationSettings,
  shieldSettings,
  musicSettings,
  songRequestSettings,
  roundAnnouncementSettings,
  discordSettings,
  emoteSettings,
  sharedChatSettings,
  languageSettings,
  microphoneSettings,
  kickReachSettings,
  outgoingSettings,
  aiSettings,
  quickButtonSettings,
  retentionSettings,
] as const

type DefinedSetting = (typeof settings)[number]
export type SettingSchemas = { readonly [S in DefinedSetting as S['name']]: S['schema'] }

/** A setting with a form on the Settings page, drawn from its definition. */
export type FormSetting = SettingDefinition<DefinedSetting['name']>

export const formSettings: readonly FormSetting[] = settings.filter((setting) => setting.section !== undefined)

export function settingsIn(section: SettingSection): readonly FormSetting[] {
  return formSettings.filter((setting) => setting.section === section)
}
