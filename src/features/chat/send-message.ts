import { platformNamed } from '../../contract/platforms.ts'
import { defineOperation } from '../../operation.ts'
import { messageFailures, messageInput, messageOutput } from './fields.ts'

export const sendMessage = defineOperation({
  name: 'send-message',
  group: 'Chat',
  summary: 'Sends a chat message as the broadcaster.',
  description:
    "It appears under the broadcaster's own name. A message the platform did not accept is 502 with its reason.",
  scope: 'chat:write',
  ratePerMinute: 90,
  effect: 'outside',
  input: messageInput,
  output: messageOutput,
  failures: messageFailures,
  example: { input: { message: 'Hello, chat' }, output: { message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' } },
  async handle({ input, caller, ctx, commit }) {
    const line = { platform: platformNamed(input.platform), text: input.message, as: 'broadcaster' } as const
    const { messageId } = await ctx.chat.send(caller, line)
    return commit(async (tx) => {
      await ctx.chat.note(tx, caller, { ...line, messageId })
      return { message_id: messageId }
    })
  },
})
