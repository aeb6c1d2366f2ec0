import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { messageInput, messageOutput, writeLine } from './fields.ts'

export const sendMessage = defineOperation({
  name: 'send-message',
  group: 'Chat',
  summary: 'Sends a chat message as the broadcaster.',
  description:
    "It appears under the broadcaster's name. If the platform refuses the message, the answer is 502 with the reason.",
  scope: 'chat:write',
  ratePerMinute: 90,
  effect: 'outside',
  input: messageInput,
  output: messageOutput,
  failures: platformFailures,
  example: { input: { message: 'Hello, chat' }, output: { message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' } },
  handle: (call) => writeLine(call, 'broadcaster'),
})
