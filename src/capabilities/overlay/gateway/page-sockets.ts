import type { WebSocketServer } from 'ws'
import { loadWs } from '../../../kernel/load-ws.ts'
import type { OverlaySocket } from './overlay-socket.ts'

/** What the sockets of all pages of this server for OBS have in common. */

const closeMs = 300

export function openSocketServer(): WebSocketServer {
  return new (loadWs().WebSocketServer)({
    noServer: true,
    clientTracking: false,
    maxPayload: 64 * 1024,
    maxFragments: 64,
    maxBufferedChunks: 1024,
    perMessageDeflate: false,
  })
}

/** Sockets that the page does not close are terminated. */
export async function allClosed(sockets: ReadonlySet<OverlaySocket>): Promise<void> {
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, closeMs)
  await Promise.all([...sockets].map((socket) => socket.gone))
  clearTimeout(deadline)
}

/** Whether a request comes from a page of this server, or from a program, which names no origin. */
export function isOwnOrigin(origin: string | undefined, hosts: readonly (string | undefined)[]): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host !== '' && hosts.some((own) => own?.toLowerCase() === host)
}
