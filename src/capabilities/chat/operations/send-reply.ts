import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { messageOutput, replyInput, writeLine } from './fields.ts'

export const sendReply = defineOperation({
  name: 'send-reply',
  group: 'Chat',
  summary: 'Replies to a chat message as the broadcaster.',
  description:
    'The platform shows it together with the message. A platform without replies says so; use send-message there. If the platform refuses the message, the answer is 502 with the reason.',
  scope: 'chat:write',
  ratePerMinute: 90,
  effect: 'outside',
  input: replyInput,
  output: messageOutput,
  failures: platformFailures,
  example: {
    input: { message_id: 'msg_8hQ2mWc5Rt1YkZ6vNs3B', message: 'Thank you!' },
    output: { message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' },
  },
  handle: (call) => writeLine(call, 'broadcaster'),
})
