import { defineMessages } from '../messages/message.ts'

/** Why a WebSocket is refused. */
export const gatewayMessages = defineMessages('gateway', {
  onlyExtension: 'This WebSocket is for the clip extension only.',
  onlyOwnPages: 'The overlay WebSocket is for pages of this server only.',
})
