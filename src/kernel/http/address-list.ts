import type { BlockList } from 'node:net'
import { isIP, net } from '../node.ts'

/** Addresses and networks, such as 203.0.113.7 or 2001:db8::/32. */
export function createAddressList(entries: readonly string[]): BlockList {
  const list = new net.BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

export function listHolds(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
