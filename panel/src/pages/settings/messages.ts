import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const settingsMessages = defineMessages('settings', {
  title: 'Settings',
  saved: 'Saved',
})

export const sectionTitles = defineMessages('settings.sections', {
  platforms: 'Platforms',
  discord: 'Discord',
  bot: 'Bot',
  moderation: 'Moderation',
  speech: 'Text to speech',
  voice: 'Voice',
  channel: 'Channel',
  people: 'Team',
  audit: 'Audit log',
})

export const sectionLeads = defineMessages('settings.leads', {
  platforms: 'Accounts you stream with, and the bot account that replies in chat.',
  discord: 'Announcements, clips, roles, slash commands and the chat bridge of your Discord server.',
  bot: 'Commands, watch time and points. Viewers earn no points until you turn it on.',
  moderation: 'Automatic chat rules. All are off until you turn them on.',
  voice: 'Effects that change the voice of text to speech, or your own, for some seconds.',
  speech: 'The voice that reads messages aloud, and the words it skips.',
  channel: 'Time zone, theme, retention and backups',
  people: 'Who has access to this channel, and where you are signed in.',
  audit: 'Who changed what, in the panel and in the terminal.',
})
