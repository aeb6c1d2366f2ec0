/** `node:http` without an ES module import, which would also load a WebSocket client: 20 ms of the start-up time. */
export const { createServer, IncomingMessage, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http')
