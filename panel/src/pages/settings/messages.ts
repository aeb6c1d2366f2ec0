import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const settingsMessages = defineMessages('settings', {
  title: settingsPage.title,
  saved: commonTexts.saved,
})

export const sectionTitles = defineMessages('settings.sections', {
  platforms: commonLabels.platforms,
  discord: 'Discord',
  bot: commonLabels.bot,
  moderation: commonTexts.moderation,
  speech: commonLabels.textToSpeech,
  voice: 'Voice',
  channel: commonWords.channel,
  people: commonTexts.team,
  trash: 'Trash',
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
  trash: 'What was deleted in the last 30 days, to be restored.',
  audit: 'Who changed what, in the panel and in the terminal.',
})
