import { hostInUrl } from '../kernel/http/contract/loopback.ts'
import { webhookPrefix } from '../kernel/http/webhook-paths.ts'
import type { Service } from '../platforms/services/services.ts'
import { acceptedRedirect } from '../platforms/sign-in/loopback-redirects.ts'
import type { Config } from './config/config.ts'

/** The public address of this server, which links in the terminal, in chat and in OBS start with. */
export function createAddress(config: Config) {
  let port = config.port
  let tunnelAddress: () => string | null = () => null

  function baseUrl(): string {
    const host = ['0.0.0.0', '::', ''].includes(config.host) ? 'localhost' : config.host
    return config.publicUrl ?? `http://${hostInUrl(host)}:${port}`
  }

  /** Webhooks come through the tunnel, if there is one. */
  const webhookUrl = (path: string) => `${tunnelAddress() ?? baseUrl()}${webhookPrefix}${path}`

  return {
    baseUrl,
    webhookUrl,
    redirectUri: (service: Service) => acceptedRedirect(service, `${baseUrl()}/connect/${service}`),
    webhookUri: (service: Service) => webhookUrl(service),
    isSecure: config.publicUrl?.startsWith('https:') ?? false,

    local: () => ({ host: config.host, port }),

    setTunnel(address: () => string | null): void {
      tunnelAddress = address
    },

    /** Port 0 is replaced by the real port once the server listens. */
    setPort(known: number): void {
      port = known
    },
  }
}
