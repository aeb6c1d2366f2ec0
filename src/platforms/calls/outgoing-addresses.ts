import { networkInterfaces } from 'node:os'
import { createAddressList, listHolds } from '../../kernel/http/address-list.ts'
import { isIP } from '../../kernel/node.ts'

/** Networks that are not the public internet: private, shared, loopback, link-local with metadata services, reserved. */
const specialNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of the public range of IPv6: Teredo, ORCHID, documentation, 6to4. Each of the first and last hides an IPv4 address.
  '2001::/32',
  '2001:10::/28',
  '2001:20::/28',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]
/** This machine and the networks that people have at home. Link-local addresses, where clouds keep secrets, are not. */
const local = createAddressList(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'])
/** Addresses of clouds for the secrets of their machines that are not link-local. */
const metadata = createAddressList(['fd00:ec2::254'])
/** Everything else of IPv6 is special: loopback, mapped and translated IPv4, unique local, link-local, multicast. */
const publicIpv6 = createAddressList(['2000::/3'])
const special = createAddressList(specialNetworks)

/** Whether an address is one of the public internet, and not one of this machine. */
export function isPublicAddress(address: string): boolean {
  const plain = unmapped(address)
  const version = isIP(plain)
  if (version === 0 || listHolds(special, plain) || ownAddresses().has(plain)) return false
  return version === 4 || listHolds(publicIpv6, plain)
}

/** Whether an address is one of this machine or of its local network. */
export function isLocalAddress(address: string): boolean {
  const plain = unmapped(address)
  return !listHolds(metadata, plain) && (listHolds(local, plain) || ownAddresses().has(plain))
}

export function createNetworkList(networks: readonly string[]): (address: string) => boolean {
  const list = createAddressList(networks)
  return (address) => listHolds(list, unmapped(address))
}

/** A service that only this machine's firewall protects is reached through its own public address. */
function ownAddresses(): ReadonlySet<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []))
}

/** `::ffff:127.0.0.1`, which URLs write as `::ffff:7f00:1`, is the IPv4 address inside it. */
function unmapped(address: string): string {
  const hidden = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address)
  if (hidden === null) return address
  const [, dotted, high = '', low = ''] = hidden
  if (dotted !== undefined) return dotted
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}
