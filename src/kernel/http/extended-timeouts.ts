import type { Duplex } from 'node:stream'

/** Connections whose request may take longer than the server's request timeout: an upload over a slow connection. */
const extended = new WeakSet<Duplex>()

export function extendRequestTimeout(socket: Duplex): { end(): void } {
  extended.add(socket)
  return { end: () => void extended.delete(socket) }
}

export function hasExtendedTimeout(socket: Duplex): boolean {
  return extended.has(socket)
}
