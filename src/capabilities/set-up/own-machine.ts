import { hostInUrl, isLoopbackHost } from '../../kernel/http/contract/loopback.ts'
import { fs } from '../../kernel/node.ts'

interface ServerAddresses {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly trustedProxies: readonly string[]
  readonly tunnel?: { readonly url?: string | undefined; readonly command?: unknown } | undefined
}

/**
 * Whether a request with a loopback address can only come from this machine: with a proxy, a tunnel or a container in
 * front, requests from elsewhere have such an address, too.
 */
export function listensToThisMachineOnly(
  { host, publicUrl, trustedProxies, tunnel }: ServerAddresses,
  isContainer = isInContainer(),
): boolean {
  const hasTunnel = tunnel?.url !== undefined || tunnel?.command !== undefined
  return (
    isLoopbackHost(hostInUrl(host)) &&
    publicUrl === undefined &&
    trustedProxies.length === 0 &&
    !hasTunnel &&
    !isContainer
  )
}

export function isInContainer(): boolean {
  return fs.existsSync('/.dockerenv') || fs.existsSync('/run/.containerenv')
}
