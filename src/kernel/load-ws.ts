import { createRequire } from 'node:module'

/** Loads `ws` with the first WebSocket: together with TLS it would take a tenth of the start-up time. */
export function loadWs(): typeof import('ws') {
  return createRequire(import.meta.url)('ws') as typeof import('ws')
}
