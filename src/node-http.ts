/** `node:http` without an ES module import, which would also load a WebSocket client: 20 ms of a start. */
export const { createServer, IncomingMessage, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http')
