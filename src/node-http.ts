/** Node's own, without the detour over an ES module, which would load a whole WebSocket client with it: 20 ms of a start. */
export const { createServer, IncomingMessage, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http')
