/** An IP address of this machine that no other machine can use. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** `localhost`, names below it, and loopback addresses; with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const url = `http://${host}`
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(?:127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** A name or an IP address as it stands in an address: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
