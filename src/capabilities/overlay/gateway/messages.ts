import { defineMessages } from '../../../kernel/text/message.ts'

/** Why a WebSocket is refused. */
export const gatewayMessages = defineMessages('gateway', {
  onlyExtension: 'This WebSocket is for the clip extension only.',
  onlyOwnPages: 'The overlay WebSocket is for pages of this server only.',
  onlyPrograms: 'This WebSocket is for programs, not for pages of other websites.',
  keyExpected: 'The first message must be a JSON object with key. Wait for the answer before you send more.',
  callExpected: 'A message must be a JSON object with id and operation, and input if there are parameters.',
  tooManyCalls: 'This socket has {max} calls under way. Wait for their answers.',
})
