import type { Duplex } from 'node:stream'

/** Connections whose request may take longer to arrive than others: a file over a slow line. */
const patient = new WeakSet<Duplex>()

export function waitLonger(socket: Duplex): { end(): void } {
  patient.add(socket)
  return { end: () => void patient.delete(socket) }
}

export function isWaitedFor(socket: Duplex): boolean {
  return patient.has(socket)
}
