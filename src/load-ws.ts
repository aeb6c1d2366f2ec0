import { createRequire } from 'node:module'

/** `ws` with the TLS that it loads takes a tenth of a start, so it is loaded with the first WebSocket, synchronously. */
export function loadWs(): typeof import('ws') {
  return createRequire(import.meta.url)('ws') as typeof import('ws')
}
