import { defineMessages } from '../../kernel/text/message.ts'

/** Why a call to Discord failed. */
export const discordErrors = defineMessages('errors.discord', {
  noGuild: 'The bot is not on this Discord server.',
  noChannel: 'Discord has no such voice channel on this server.',
  noTarget: 'Discord has no such text channel on this server.',
  notInVoice: 'This member is not in a voice channel.',
  broadcasterNotInVoice:
    'You are in no voice channel on Discord. Join one, or name a channel. Your account is chosen in the panel under Settings, Discord.',
  noTextChannel: 'channel_id is required: no channel is chosen in the panel under Settings, Discord.',
  wrongId: '{path} must be an id of Discord, such as 290926798626357999.',
  wrongPicture: 'The picture must be an https address.',
  color: 'embed_color must be a color such as #f2a93b, or a number from 0 to 16777215.',
})

export const discordNotes = defineMessages('discord', {
  simulated:
    'No bot is connected. While the channel is on the sandbox, calls and steps for Discord act on a simulated server, which the sandbox page shows.',
})
