import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.chat', {
  sent: 'Chat message sent',
})

export const chatSent = defineEvent({
  kind: 'chat.sent',
  group: 'bot',
  icon: 'chat',
  title: messages.sent,
  data: object({ text: text(), as: oneOf(['broadcaster', 'bot']), messageId: text(), replyTo: optional(text()) }),
  refersTo: { platform: 'required' },
  readableBy: { role: 'viewer', scope: 'activity:read' },
  published: {
    data: object({
      text: text(),
      as: oneOf(['broadcaster', 'bot']),
      message_id: text(),
      reply_to: optional(text({ description: 'The id of the message that it replies to.' })),
    }),
    from: ({ messageId: message_id, replyTo: reply_to, ...rest }) => ({ ...rest, message_id, reply_to }),
    example: { text: 'Hello, chat', as: 'bot', messageId: 'msg_1' },
  },
  sentence: (data) => withDetail(messages.sent(), data.text),
})

export const chatEvents = [chatSent] as const
