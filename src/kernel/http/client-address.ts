import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { isIP } from '../node.ts'
import { whenNeeded } from '../schema/when-needed.ts'
import { createAddressList, listHolds } from './address-list.ts'
import { plainAddress } from './addresses.ts'

export type ClientAddress = ReturnType<typeof createClientAddress>

/**
 * The address of a caller: the socket's, or behind a trusted proxy the one that the proxy reports. The program of the
 * tunnel runs on this machine and is trusted for requests that came through it, and for no others.
 */
export function createClientAddress(
  trustedProxies: BlockList | undefined,
  isTunnel: (req: IncomingMessage) => boolean = () => false,
) {
  const thisMachine = whenNeeded(() => createAddressList(['127.0.0.0/8', '::1']))

  function trustedFor(req: IncomingMessage, direct: string): BlockList | undefined {
    if (trustedProxies !== undefined && listHolds(trustedProxies, direct)) return trustedProxies
    return isTunnel(req) && listHolds(thisMachine(), direct) ? thisMachine() : undefined
  }

  return (req: IncomingMessage): string => {
    const direct = plainAddress(req.socket.remoteAddress)
    const trusted = trustedFor(req, direct)
    if (trusted === undefined) return direct
    return lastUntrusted(String(req.headers['x-forwarded-for'] ?? ''), trusted) ?? direct
  }
}

/**
 * Proxies append the address they were called from, so only the end of the list can be trusted: the last entry that is
 * not a trusted proxy itself. Whatever stands before it was sent by the caller.
 */
function lastUntrusted(header: string, trustedProxies: BlockList): string | undefined {
  for (const hop of header.split(',').reverse()) {
    const address = plainAddress(hop.trim())
    if (isIP(address) === 0) return undefined
    if (!listHolds(trustedProxies, address)) return address
  }
  return undefined
}
