import { commonLabels } from '../../definitions/common-labels.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/** What people on Discord read. */
export const slashMessages = defineMessages('discord.slash', {
  aboutPoints: 'Shows your points',
  aboutWatchTime: 'Shows how long you have watched',
  aboutLeaderboard: 'Shows the leaderboard of the channel',
  aboutLink: 'Links your account of the stream chat',
  aboutUnlink: 'Unlinks your account of the stream chat',
  byOption: 'What counts',
  byPoints: commonLabels.points,
  byWatchTime: commonLabels.watchTime,
  platformOption: 'The platform',
  runs: 'Runs the command {command}',
  textOption: 'What follows the command',
  points: '{platform}: {points:number} points',
  pointsRanked: '{platform}: {points:number} points, rank {rank:number}',
  watchTime: '{platform}: {hours:number}h {minutes:number}m',
  topPoints: '**Most points on {platform}**',
  topWatchTime: '**Longest watch time on {platform}**',
  pointsRow: '{rank:number}\\. {username}: {points:number}',
  hoursRow: '{rank:number}\\. {username}: {hours:number} h',
  code: 'Type `{command}` in the chat of the stream within 10 minutes. Do not show this code to anybody.',
  notLinked: 'Your account is not linked yet. Use /link first.',
  nothingLinked: 'No account is linked.',
  unlinked: 'Your account is unlinked.',
  askedInChat:
    '@{username}, this links you with the Discord account {handle}, which then acts with your rights. If it is yours, type: {command}',
  linkedInChat: '@{username}, your Discord account is linked.',
  refused: 'You cannot use this command now.',
  done: 'Done.',
  off: 'Slash commands are turned off.',
  unknown: 'This command does not exist any more.',
  failed: 'This did not work. Try again later.',
  tooMuch: 'Too many commands. Wait a minute.',
})
