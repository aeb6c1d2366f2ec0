import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { messageInput, messageOutput, writeLine } from './fields.ts'

export const sendBotMessage = defineOperation({
  name: 'send-bot-message',
  group: 'Chat',
  summary: 'Sends a chat message as the bot.',
  description:
    "It appears under the bot's name. If the platform refuses the message, the answer is 502 with the reason.",
  scope: 'chat:bot',
  ratePerMinute: 90,
  effect: 'outside',
  input: messageInput,
  output: messageOutput,
  failures: platformFailures,
  example: { input: { message: 'Hello, chat' }, output: { message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' } },
  handle: (call) => writeLine(call, 'bot'),
})
