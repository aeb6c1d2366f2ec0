import { shownStates } from '../../../definitions/connection-state.ts'
import { flag } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { list, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { discordPermissions } from '../contract/discord.ts'
import { asFlag, guildId, requireId } from './fields.ts'

export const discordStatus = defineOperation({
  name: 'discord-status',
  group: 'Discord',
  summary: 'Returns whether the Discord bot is connected, and what it may do on the server.',
  description: 'No bot need be connected: bot_connected is 0 then.',
  scope: 'discord:read',
  ratePerMinute: 60,
  effect: 'none',
  input: object({ guild_id: guildId }),
  output: object({
    bot_connected: flag('1 when the bot is connected.'),
    status: oneOf(shownStates, { description: 'The state of the connection; off when no bot is set up.' }),
    guild_id: nullable(text({ description: 'The server.' })),
    guild_name: nullable(text()),
    channel_id: nullable(text({ description: 'The default channel for messages.' })),
    log_channel_id: nullable(text({ description: 'The channel for the moderation log.' })),
    permissions: list(oneOf(discordPermissions), { description: 'The needed permissions that the bot has.' }),
    missing_permissions: list(oneOf(discordPermissions), { description: 'Those that it lacks.' }),
  }),
  failures: ['discord_not_found'],
  example: {
    input: {},
    output: {
      bot_connected: 1,
      status: 'connected',
      guild_id: '290926798626357999',
      guild_name: 'Show lounge',
      channel_id: '290926798999357250',
      log_channel_id: null,
      permissions: [...discordPermissions],
      missing_permissions: [],
    },
  },
  async handle({ input, caller, ctx }) {
    const status = await ctx.discord.status(caller, requireId(input.guild_id))
    const { channel_id: channelId, log_channel_id: logChannelId } = (await ctx.settings.of(caller.channel.id)).discord
    return {
      bot_connected: asFlag(status.isConnected),
      status: status.state,
      guild_id: status.guildId,
      guild_name: status.guildName,
      channel_id: channelId || null,
      log_channel_id: logChannelId || null,
      permissions: [...status.permissions],
      missing_permissions: [...status.missing],
    }
  },
})
