import type { IncomingMessage } from 'node:http'
import { isLoopbackAddress, isLoopbackHost } from './contract/loopback.ts'

const forwardingHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/

/**
 * Whether the request comes from a browser on this machine: its address, its Host and its Origin are loopback ones, and
 * no proxy has forwarded it. Behind a proxy on this machine every request has a loopback address, so a public address of
 * the server (`baseUrl`) says that nobody is known to be local.
 */
export function isSameMachine(req: IncomingMessage, address: string, baseUrl: string): boolean {
  const { host = '', origin } = req.headers
  return (
    isLoopbackAddress(address) &&
    isLoopbackHost(host) &&
    isLoopbackHost(new URL(baseUrl).host) &&
    (origin === undefined || (URL.canParse(origin) && isLoopbackHost(new URL(origin).host))) &&
    !Object.keys(req.headers).some((name) => forwardingHeader.test(name))
  )
}
