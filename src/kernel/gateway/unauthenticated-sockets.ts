import { countedAddress } from '../limits/per-address.ts'

/** How many sockets may be open that have not proved who they are: of one address, and in all. */
export interface UnauthenticatedLimits {
  readonly perAddress: number
  readonly inAll: number
}

/**
 * Sockets before their authentication, which takes a page a few milliseconds. A new one never has to wait for them: at a
 * limit the oldest is closed instead, of the address that has the most. So silent sockets keep nobody out.
 */
export function createUnauthenticatedSockets<Socket>(limits: UnauthenticatedLimits, close: (socket: Socket) => void) {
  /** For each address its sockets, the oldest first. */
  const byAddress = new Map<string, Set<Socket>>()
  let count = 0

  function remove(address: string, socket: Socket): void {
    const sockets = byAddress.get(address)
    if (sockets?.delete(socket) !== true) return
    count--
    if (sockets.size === 0) byAddress.delete(address)
  }

  function closeOldest(address: string, sockets: ReadonlySet<Socket>): void {
    for (const oldest of sockets) {
      remove(address, oldest)
      close(oldest)
      return
    }
  }

  function busiest(): [string, ReadonlySet<Socket>] | undefined {
    let found: [string, ReadonlySet<Socket>] | undefined
    for (const entry of byAddress) if (found === undefined || entry[1].size > found[1].size) found = entry
    return found
  }

  return {
    /** Returns how to remove the socket: when it is authenticated or closed. */
    add(from: string, socket: Socket): () => void {
      const address = countedAddress(from)
      const own = byAddress.get(address)
      const full: [string, ReadonlySet<Socket>] | undefined =
        own !== undefined && own.size >= limits.perAddress
          ? [address, own]
          : count >= limits.inAll
            ? busiest()
            : undefined
      if (full !== undefined) closeOldest(...full)
      const sockets = byAddress.get(address) ?? new Set()
      byAddress.set(address, sockets)
      sockets.add(socket)
      count++
      return () => remove(address, socket)
    },

    get count() {
      return count
    },
  }
}
