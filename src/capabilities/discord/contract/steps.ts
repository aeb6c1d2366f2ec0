import { defineStep } from '../../../definitions/define-step.ts'
import { textField } from '../../../definitions/shared-fields.ts'
import { object, optional, text } from '../../../kernel/schema/schema.ts'

const idField = (title: string) => text({ title, max: 20, cleaning: 'name' })
/** A variable may stand for the member: `$(event.discord_id)`. */
const member = idField('Discord ID of the member')
const voiceChannel = optional(idField('Voice channel ID (yours when empty)'))

const shared = { group: 'discord', icon: 'chat' } as const
const reads = { needs: ['discord:read'] } as const
const writes = { needs: ['discord:write'] } as const
const exampleChannel = '290926798999357251'

export const discordSteps = [
  defineStep({
    ...shared,
    ...reads,
    type: 'discord_status',
    title: 'Read Discord status',
    help: 'Reads whether the bot is connected, which is recorded with the run.',
    input: object({}),
    example: { type: 'discord_status' },
    sentence: 'Read the status of Discord',
  }),

  defineStep({
    ...shared,
    ...writes,
    type: 'discord_send_message',
    title: 'Send Discord message',
    help: 'Sends a message to a text channel on Discord. It pings nobody.',
    input: object(
      {
        message: optional(textField('Message', 2000)),
        embed_title: optional(text({ title: 'Title of a card', max: 256, cleaning: 'line' })),
        embed_description: optional(textField('Text of a card', 4096)),
        embed_color: optional(text({ title: 'Color of the card', max: 16, cleaning: 'name' })),
        channel_id: optional(idField('Channel ID (the default one when empty)')),
      },
      { needsOne: [['message', 'embed_title', 'embed_description']] },
    ),
    example: { type: 'discord_send_message', message: '$(user) has won!' },
    sentence: 'Send[ “{message}”][ the card “{embed_title}”] on Discord',
  }),

  defineStep({
    ...shared,
    ...reads,
    type: 'discord_voice_members',
    title: 'List Discord voice members',
    help: 'Counts who is in the voice channels, which is recorded with the run.',
    input: object({}),
    example: { type: 'discord_voice_members' },
    sentence: 'List who is in voice on Discord',
  }),

  defineStep({
    ...shared,
    ...writes,
    type: 'discord_voice_move',
    title: 'Move Discord member',
    help: 'Moves a member to another voice channel.',
    input: object({ discord_id: member, target_channel_id: voiceChannel }),
    example: { type: 'discord_voice_move', discord_id: '80351110224678913', target_channel_id: exampleChannel },
    sentence: 'Move {discord_id} to your voice channel on Discord[, or to {target_channel_id}]',
  }),

  defineStep({
    ...shared,
    ...writes,
    type: 'discord_voice_kick',
    title: 'Disconnect Discord member',
    help: 'Disconnects a member from voice.',
    input: object({ discord_id: member }),
    example: { type: 'discord_voice_kick', discord_id: '80351110224678914' },
    sentence: 'Disconnect {discord_id} from voice on Discord',
  }),

  defineStep({
    ...shared,
    ...writes,
    type: 'discord_voice_mute_all',
    title: 'Mute Discord channel',
    help: 'Mutes everybody in a voice channel.',
    input: object({ channel_id: voiceChannel }),
    example: { type: 'discord_voice_mute_all', channel_id: exampleChannel },
    sentence: 'Mute everybody in voice on Discord[ in {channel_id}]',
  }),

  defineStep({
    ...shared,
    ...writes,
    type: 'discord_voice_unmute_all',
    title: 'Unmute Discord channel',
    help: 'Unmutes everybody in a voice channel.',
    input: object({ channel_id: voiceChannel }),
    example: { type: 'discord_voice_unmute_all', channel_id: exampleChannel },
    sentence: 'Unmute everybody in voice on Discord[ in {channel_id}]',
  }),

  defineStep({
    ...shared,
    ...writes,
    type: 'discord_voice_pull_all',
    title: 'Pull Discord members',
    help: 'Moves everybody who is in voice to one voice channel.',
    input: object({ target_channel_id: voiceChannel }),
    example: { type: 'discord_voice_pull_all', target_channel_id: exampleChannel },
    sentence: 'Pull everybody into one voice channel on Discord[: {target_channel_id}]',
  }),
] as const
