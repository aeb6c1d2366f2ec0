import { defineOperation } from '../../../kernel/operation/operation.ts'
import { union } from '../../../kernel/schema/open-schema.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { colorIn, embedWith, shownText } from '../outgoing-message.ts'
import { discordFailures, requireId, textChannelId } from './fields.ts'

export const discordSendMessage = defineOperation({
  name: 'discord-send-message',
  group: 'Discord',
  summary: 'Sends a message to a text channel on Discord.',
  description:
    'A text, an embed or both. Nobody is notified by it: mentions are shown, but ping nobody. It needs no connection to the gateway, only the bot token.',
  scope: 'discord:write',
  ratePerMinute: 20,
  effect: 'outside',
  input: object(
    {
      channel_id: textChannelId,
      message: optional(text({ max: 2000, description: 'The text.' })),
      embed_title: optional(text({ max: 256, cleaning: 'line', description: 'The title of an embed.' })),
      embed_description: optional(text({ max: 4096, description: 'The text of an embed.' })),
      embed_color: optional(
        union([text(), integer({ min: 0, max: 0xffffff })], {
          description: 'The color of the embed, as #rrggbb or as a number.',
        }),
      ),
    },
    { needsOne: [['message', 'embed_title', 'embed_description']] },
  ),
  output: object({
    message_id: text({ description: "Discord's own id of the message." }),
    channel_id: text(),
  }),
  failures: discordFailures,
  example: {
    input: { message: 'The show begins.', embed_title: 'Tonight', embed_color: '#f2a93b' },
    output: { message_id: '1184921037412601856', channel_id: '290926798999357250' },
  },
  async handle({ input, caller, ctx, commit }) {
    const { message, embed_title: title, embed_description: description } = input
    const embed = embedWith({ title, description, color: colorIn(input.embed_color) })
    const to = requireId(input.channel_id)
    const { messageId, channelId } = await ctx.discord.sendMessage(caller, { to, text: message, embed })
    return commit(async (tx) => {
      const data = { text: shownText({ message, title, description }), messageId }
      await ctx.events.appendNew(tx, caller, { kind: 'discord.message-sent', data })
      return { message_id: messageId, channel_id: channelId }
    })
  },
})
