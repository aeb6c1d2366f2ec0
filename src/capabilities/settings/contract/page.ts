import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

/** The sections of the settings page, in the order of its menu. */
export const settingsSections = [
  'platforms',
  'discord',
  'bot',
  'moderation',
  'speech',
  'voice',
  'channel',
  'people',
  'trash',
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Those that only editors and owners open. */
export const editorSections: ReadonlySet<SettingsSection> = new Set(['trash', 'audit'])

export const settingsPage = definePage({
  name: 'settings',
  path: '/settings',
  title: commonWords.settings,
  place: 'settings',
  icon: 'settings',
  shortcut: 's',
  routes: ['/:section'],
  actions: { invite: { title: 'Invite a team member', path: '/settings?invite', icon: 'viewers', role: 'owner' } },
})
