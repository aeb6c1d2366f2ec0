import { defineMessages } from '../../text/message.ts'

export const idempotencyMessages = defineMessages('idempotency', {
  answerNotKept: 'The first call succeeded, but its answer was too large to be stored and cannot be sent again.',
})
