import { hostInUrl } from '../../kernel/http/contract/loopback.ts'
import { webhookPrefix } from '../../kernel/http/webhook-paths.ts'

/**
 * Everything this server knows about the `tailscale` program (1.52 and newer): its arguments and its answers. Only
 * `/webhooks` is published, so that Tailscale itself has no way to the rest of this server.
 */

const mount = webhookPrefix.slice(0, -1)
/** The ports that Funnel allows, unless the program says otherwise. */
const defaultPorts = [443, 8443, 10000]
const portsCapability = /^https:\/\/tailscale\.com\/cap\/funnel-ports\?ports=([\d,]+)$/
const enableLink = /https:\/\/login\.tailscale\.com\/f\/funnel\?node=[\w-]+/
const namePattern = /^(?=.{1,253}$)[a-z\d-]+(?:\.[a-z\d-]+)+$/

/** Without it the program inside the macOS app opens a window. */
export const programEnvironment = { TAILSCALE_BE_CLI: '1' }

export const statusArguments = ['status', '--json', '--peers=false'] as const
export const serveStatusArguments = ['serve', 'status', '--json'] as const

export function targetAt(host: string, port: number): string {
  return `http://${hostInUrl(host)}:${port}${mount}`
}

export function openArguments(port: number, target: string): string[] {
  return ['funnel', '--bg', '--yes', `--https=${port}`, `--set-path=${mount}`, target]
}

export function closeArguments(port: number): string[] {
  return ['funnel', '--yes', `--https=${port}`, `--set-path=${mount}`, 'off']
}

export type TailscaleState =
  | { readonly state: 'running'; readonly name: string; readonly ports: readonly number[] }
  | { readonly state: 'signed_out'; readonly link: string | null }
  | { readonly state: 'not_running' }

/** What `status` says; undefined if it cannot be read. */
export function readStatus(text: string): TailscaleState | undefined {
  const { BackendState: state, AuthURL: link, Self: self } = fieldsIn(text) ?? {}
  if (state === 'NeedsLogin' || state === 'NeedsMachineAuth') {
    const isLink = typeof link === 'string' && link.startsWith('https://')
    return { state: 'signed_out', link: isLink ? link : null }
  }
  if (state === 'Stopped' || state === 'NoState' || state === 'Starting') return { state: 'not_running' }
  if (state !== 'Running') return undefined
  const { DNSName: dnsName, CapMap: capabilities } = asFields(self)
  const name = String(dnsName ?? '')
    .toLowerCase()
    .replace(/\.$/, '')
  if (!namePattern.test(name)) return undefined
  const listed = Object.keys(asFields(capabilities)).flatMap((key) => portsCapability.exec(key)?.[1]?.split(',') ?? [])
  return { state: 'running', name, ports: listed.length === 0 ? defaultPorts : listed.map(Number) }
}

/** One port of this machine's name that can be published. */
export interface FunnelPort {
  readonly port: number
  /** Whether it is published with our target. */
  readonly isOpen: boolean
  /** The port of this machine that an earlier start, or another server, has published there. */
  readonly otherPort?: number
}

/**
 * The ports that are free or ours, in order. Funnel publishes a port as a whole: on a port where somebody serves something
 * to their own network, opening ours would publish that, too.
 */
export function usablePorts(text: string, { name, ports }: { name: string; ports: readonly number[] }, target: string) {
  const config = fieldsIn(text) ?? {}
  const sessions = Object.values(asFields(config.Foreground)).map(asFields)
  const isUsed = (port: number) => [config, ...sessions].some(({ TCP: tcp }) => asFields(tcp)[port] !== undefined)
  return ports.flatMap((port): FunnelPort[] => {
    if (!isUsed(port)) return [{ port, isOpen: false }]
    const key = `${name}:${port}`
    const handlers = asFields(asFields(asFields(config.Web)[key]).Handlers)
    if (Object.keys(handlers).join() !== mount) return []
    const { Proxy: proxy } = asFields(handlers[mount])
    if (proxy === target) return [{ port, isOpen: asFields(config.AllowFunnel)[key] === true }]
    const otherPort = typeof proxy === 'string' ? ownTargetPort(proxy) : undefined
    return otherPort === undefined ? [] : [{ port, isOpen: false, otherPort }]
  })
}

function ownTargetPort(proxy: string): number | undefined {
  const [, port] = /^http:\/\/[^/]+:(\d{1,5})\/webhooks$/.exec(proxy) ?? []
  return port === undefined ? undefined : Number(port)
}

/** The program then waits until a person has opened the link, so this is read while it runs. */
export function isEnableRequest(output: string): boolean {
  return /funnel is not enabled/i.test(output) && enableLink.test(output)
}

export type TailscaleRefusal =
  | { readonly problem: 'not_enabled'; readonly link: string | null }
  | { readonly problem: 'not_permitted' }
  | { readonly problem: 'not_running' }
  | { readonly problem: 'program_failed' }

/** Why the program did not do what it was asked to. */
export function refusalIn(output: string): TailscaleRefusal {
  if (/funnel (?:is )?not (?:enabled|available|allowed)|enable HTTPS/i.test(output)) {
    return { problem: 'not_enabled', link: enableLink.exec(output)?.[0] ?? null }
  }
  if (/access denied|permission denied|requires? (?:root|sudo|admin)/i.test(output)) return { problem: 'not_permitted' }
  if (/failed to connect to local|is tailscaled? running|doesn't appear to be running/i.test(output)) {
    return { problem: 'not_running' }
  }
  return { problem: 'program_failed' }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsIn(text: string): Fields | undefined {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return undefined
  }
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
