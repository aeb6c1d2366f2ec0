import type { SettingDefinition, SettingSection } from '../definitions/define-setting.ts'
import { aiSettings } from './settings/ai.ts'
import { commandSettings } from './settings/commands.ts'
import { discordSettings } from './settings/discord.ts'
import { earningSettings, excludedSettings } from './settings/earning.ts'
import { emoteSettings } from './settings/emotes.ts'
import { kickReachSettings } from './settings/kick-reach.ts'
import { languageSettings } from './settings/language.ts'
import { microphoneSettings } from './settings/microphone.ts'
import { autoModerationSettings, shieldSettings } from './settings/moderation.ts'
import { musicSettings } from './settings/music.ts'
import { outgoingSettings } from './settings/outgoing.ts'
import { quickButtonSettings } from './settings/quick-buttons.ts'
import { retentionSettings } from './settings/retention.ts'
import { songRequestSettings } from './settings/song-requests.ts'
import { watchTimeSettings } from './settings/watch-time.ts'

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
  discordSettings,
  emoteSettings,
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
