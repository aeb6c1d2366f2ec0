import { createRequire } from 'node:module'

/** With the TLS it brings along, `ws` is a tenth of a start; so it comes with the first socket, and at once. */
export function loadWs(): typeof import('ws') {
  return createRequire(import.meta.url)('ws') as typeof import('ws')
}
