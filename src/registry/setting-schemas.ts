import { donationSettings } from '../capabilities/donations/contract/settings.ts'
import { overlaySettingsSchema } from '../capabilities/overlay/contract/stored-overlay-settings.ts'
import { speechSettings } from '../capabilities/speech/contract/settings.ts'
import type { ObjectSchema, Static } from '../kernel/schema/schema.ts'
import { type SettingSchemas, settings } from './settings.ts'

const definedSchemas = Object.fromEntries(
  settings.map(({ name, schema }) => [name, schema]),
) as unknown as SettingSchemas

/** The schema of everything that is stored as a setting of a channel. */
export const settingSchemas = {
  ...definedSchemas,
  overlay: overlaySettingsSchema,
  donations: donationSettings,
  speech: speechSettings,
} as const satisfies Readonly<Record<string, ObjectSchema>>

export type SettingName = keyof typeof settingSchemas
export type Setting<N extends SettingName> = Static<(typeof settingSchemas)[N]>
export type ChannelSettings = { readonly [N in SettingName]: Setting<N> }

export const settingNames = Object.keys(settingSchemas) as readonly SettingName[]
