import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../ambient.ts'

const roomCheckMs = 10

/** Counts what a socket receives; the result is false when there was too much in this second. */
export function createSecondLimit(clock: Clock, max: number): (count?: number) => boolean {
  let startedAt = clock.steady()
  let counted = 0
  return (count = 1) => {
    const now = clock.steady()
    if (now - startedAt >= 1000) {
      startedAt = now
      counted = 0
    }
    counted += count
    return counted <= max
  }
}

/**
 * Waits until a client that catches up has read enough of what was sent. False when it is leaving, or has not read
 * anything for too long, and is disconnected.
 */
export async function waitForRoom(
  connection: Duplex,
  socket: { readonly isLeaving: boolean; terminate(): void },
  { bufferBytes, timeoutMs }: { bufferBytes: number; timeoutMs: number },
): Promise<boolean> {
  for (let waitedMs = 0; connection.writableLength > bufferBytes; waitedMs += roomCheckMs) {
    if (socket.isLeaving) return false
    if (waitedMs >= timeoutMs) {
      socket.terminate()
      return false
    }
    await delay(roomCheckMs)
  }
  return !socket.isLeaving
}
