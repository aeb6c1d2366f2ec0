import type { Config } from '../config.ts'
import type { Service } from '../platforms/services.ts'

/** How a person reaches this server: links in the terminal, in chat and in OBS begin with it. */
export function createAddress(config: Config) {
  let port = config.port

  function baseUrl(): string {
    const host = ['0.0.0.0', '::', ''].includes(config.host) ? 'localhost' : config.host
    return config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  return {
    baseUrl,
    redirectUri: (service: Service) => `${baseUrl()}/connect/${service}`,
    webhookUri: (service: Service) => `${baseUrl()}/webhooks/${service}`,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,

    /** Which port it is may be known only once it listens. */
    listensOn(known: number): void {
      port = known
    },
  }
}
