import { promises as dns, type LookupAddress, lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { TunnelProblem } from './contract/tunnel.ts'
import { type RoundTripProof, roundTripHeader } from './round-trip-proof.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 16 * 1024
/**
 * Resolvers that do not know private networks. The name of a tunnel resolves to this machine itself where a private
 * network is on, and a request to this machine proves nothing about the internet.
 */
const publicResolvers = ['1.1.1.1', '8.8.8.8']

export type RoundTripOutcome =
  | 'proved'
  | Extract<TunnelProblem, 'no_public_name' | 'unreachable' | 'wrong_server' | 'rewrites_host'>

/** Where to connect instead of the address itself, for tests. */
export type ConnectTo = (address: URL) => { readonly host: string; readonly port: number }

/** Sends a signed request to a public address of this server, as Kick does, and checks that it arrives here. */
export async function makeRoundTrip(
  webhook: URL,
  { proof, signal, connectTo }: { proof: RoundTripProof; signal: AbortSignal; connectTo?: ConnectTo | undefined },
): Promise<RoundTripOutcome> {
  const { header, nonce } = proof.ask()
  let text: string
  try {
    text = await send(webhook, header, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), connectTo)
  } catch (error) {
    return (error as { code?: unknown }).code === 'ENOTFOUND' ? 'no_public_name' : 'unreachable'
  }
  const { answer, host } = fieldsIn(text)
  if (typeof answer !== 'string' || typeof host !== 'string') return 'wrong_server'
  if (!proof.isAnswer(answer, nonce, host)) return 'wrong_server'
  // With another Host this server cannot tell what came through the tunnel, and would show it everything.
  return host === webhook.hostname ? 'proved' : 'rewrites_host'
}

function send(url: URL, header: string, signal: AbortSignal, connectTo: ConnectTo | undefined): Promise<string> {
  const place = connectTo?.(url)
  const isSecure = place === undefined && url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const req = (isSecure ? secureRequest : plainRequest)(
      {
        method: 'POST',
        host: place?.host ?? url.hostname,
        port: place?.port ?? (url.port === '' ? undefined : Number(url.port)),
        path: url.pathname,
        signal,
        agent: false,
        ...(place === undefined && { lookup: lookupInPublic }),
        headers: {
          Host: url.host,
          // Firewalls that stop Kick's requests stop this one, too.
          'User-Agent': 'Go-http-client/2.0',
          'Content-Type': 'application/json',
          'Content-Length': '2',
          [roundTripHeader]: header,
        },
      },
      (res) => {
        let text = ''
        res.setEncoding('utf8')
        res.on('data', (chunk: string) => {
          text += chunk
          if (text.length > maxAnswerBytes) req.destroy(new Error('the answer is too long'))
        })
        res.on('end', () => resolve(text))
        res.on('error', reject)
      },
    )
    req.on('error', reject)
    req.end('{}')
  })
}

/** As the internet resolves the name: private answers of this machine's own resolver are replaced by public ones. */
const lookupInPublic: LookupFunction = (name, options, done) => {
  lookup(name, { all: true }, (error, found) => {
    const known = error === null ? found.filter(({ address }) => isPublicAddress(address)) : []
    const all = known.length > 0 ? Promise.resolve(known) : resolvePublicly(name)
    all.then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) done(notFound(name), '', 4)
        else if (options.all === true) done(null, addresses)
        else done(null, first.address, first.family)
      },
      () => done(notFound(name), '', 4),
    )
  })
}

async function resolvePublicly(name: string): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(publicResolvers)
  const addresses = await resolver.resolve4(name)
  return addresses.filter(isPublicAddress).map((address) => ({ address, family: 4 }))
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no public address`), { code: 'ENOTFOUND' })
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv6')
}

/** Whether others can reach it: neither this machine, nor a local network, nor a private one such as Tailscale's. */
export function isPublicAddress(address: string): boolean {
  return !privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
