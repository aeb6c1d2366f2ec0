import { isIP } from '../node.ts'

const networkGroups = 4

/** The name of a limit for addresses. */
export function limitPerAddress(purpose: string, address: string): string {
  return `${purpose} ${countedAddress(address)}`
}

/**
 * Whom a limit counts. A provider gives every customer a network of 2^64 IPv6 addresses, so all of them count as one; an
 * IPv4 address counts by itself. Every limit for addresses uses this.
 */
export function countedAddress(address: string): string {
  return isIP(address) === 6 ? networkOf(address) : address
}

/** The first 64 bits of an IPv6 address, always written in the same way. */
function networkOf(address: string): string {
  const [before = '', after] = address.replace(/%.*/, '').split('::')
  const groups = before.split(':').filter((group) => group !== '')
  const rest = (after ?? '').split(':').filter((group) => group !== '')
  // An IPv4 address at the end stands for two groups.
  const restLength = rest.length + (rest.at(-1)?.includes('.') ? 1 : 0)
  const zeros = after === undefined ? 0 : 8 - groups.length - restLength
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest]
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
