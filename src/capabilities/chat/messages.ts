import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of pinned messages. The name of a parameter stands first. */
export const pinErrors = defineMessages('errors.pins', {
  noPinsAnywhere: 'No connected platform lets other software pin messages. Twitch does.',
  noMessage: 'message_id: {service} has no message {id}.',
  notPinned: 'message_id: the message {id} is not pinned.',
  nothingPinned: 'No message is pinned.',
})
