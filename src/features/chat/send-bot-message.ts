import { platformNamed } from '../../contract/platforms.ts'
import { defineOperation } from '../../operation.ts'
import { messageFailures, messageInput, messageOutput } from './fields.ts'

export const sendBotMessage = defineOperation({
  name: 'send-bot-message',
  group: 'Chat',
  summary: 'Sends a chat message as the bot.',
  description: "It appears under the bot's name. A message the platform did not accept is 502 with its reason.",
  scope: 'chat:bot',
  ratePerMinute: 90,
  effect: 'outside',
  input: messageInput,
  output: messageOutput,
  failures: messageFailures,
  example: { input: { message: 'Hello, chat' }, output: { message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' } },
  async handle({ input, caller, ctx, commit }) {
    const line = { platform: platformNamed(input.platform), text: input.message, as: 'bot' } as const
    const { messageId } = await ctx.chat.send(caller, line)
    return commit(async (tx) => {
      await ctx.chat.note(tx, caller, { ...line, messageId })
      return { message_id: messageId }
    })
  },
})
