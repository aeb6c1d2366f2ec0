import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, list, object, text } from '../../../kernel/schema/schema.ts'
import { discordFailures, guildId, requireId } from './fields.ts'

export const discordVoiceMembers = defineOperation({
  name: 'discord-voice-members',
  group: 'Discord',
  summary: 'Lists the voice channels on Discord and who is in them.',
  description: 'Channels in the order of the server, empty ones included. Bots are left out.',
  scope: 'discord:read',
  ratePerMinute: 60,
  effect: 'none',
  input: object({ guild_id: guildId }),
  output: object({
    channels: list(
      object({
        id: text(),
        name: text(),
        members: list(
          object({
            id: text(),
            username: text(),
            display_name: text(),
            muted: boolean({ description: 'By the server or by themselves.' }),
            deafened: boolean(),
          }),
        ),
      }),
    ),
  }),
  failures: discordFailures,
  example: {
    input: {},
    output: {
      channels: [
        {
          id: '290926798999357251',
          name: 'On air',
          members: [
            {
              id: '80351110224678912',
              username: 'nelly',
              display_name: 'Nelly',
              muted: false,
              deafened: false,
            },
          ],
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const { channels } = await ctx.discord.call(caller, 'voice-members', { guildId: requireId(input.guild_id) })
    return {
      channels: channels.map(({ id, name, members }) => ({
        id,
        name,
        members: members.map(({ id: userId, username, displayName, isMuted, isDeafened }) => {
          return { id: userId, username, display_name: displayName, muted: isMuted, deafened: isDeafened }
        }),
      })),
    }
  },
})
