import { isIP } from '../node.ts'

/** Why an entry is invalid; undefined if it is valid. */
export function addressFault(entry: string): string | undefined {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return `${entry} is not an address or a network`
  if (bits === undefined) return undefined
  const fits = /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32)
  return fits ? undefined : `${entry} is not an address or a network`
}

const mappedPrefix = '::ffff:'

/** IPv4 arrives as ::ffff:1.2.3.4 on a socket that listens for both; a proxy may write it as ::ffff:102:304. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return ''
  if (!address.startsWith(mappedPrefix)) return address
  const mapped = address.slice(mappedPrefix.length)
  if (mapped.includes('.')) return mapped
  const [high, low] = mapped.split(':').map((group) => Number.parseInt(group, 16))
  return high === undefined || low === undefined ? address : [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
