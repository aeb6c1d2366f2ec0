import type { Config } from '../config.ts'
import { acceptedRedirect } from '../platforms/loopback-redirects.ts'
import type { Service } from '../platforms/services.ts'

/** The public address of this server, which links in the terminal, in chat and in OBS start with. */
export function createAddress(config: Config) {
  let port = config.port

  function baseUrl(): string {
    const host = ['0.0.0.0', '::', ''].includes(config.host) ? 'localhost' : config.host
    return config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  return {
    baseUrl,
    redirectUri: (service: Service) => acceptedRedirect(service, `${baseUrl()}/connect/${service}`),
    webhookUri: (service: Service) => `${baseUrl()}/webhooks/${service}`,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,

    /** Port 0 is replaced by the real port once the server listens. */
    setPort(known: number): void {
      port = known
    },
  }
}
