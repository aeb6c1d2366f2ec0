import type { Log } from '../../kernel/log.ts'
import type { ConnectedService } from './connected-service.ts'
import type { OpenedService } from './open-services.ts'
import { services as allServices, type Service } from './services.ts'

export type ServiceRegistry = ReturnType<typeof createServiceRegistry>

/** The services with credentials. */
export interface Services {
  list(): readonly ConnectedService[]
  find(service: Service): ConnectedService | undefined
}

/**
 * The services that are open now. A service can be opened again with other credentials while the server runs: calls under
 * way finish with the old ones, and every later call finds the new ones.
 */
export function createServiceRegistry(needs: {
  log: Log
  /** Undefined for a service without credentials. */
  open: (service: Service) => Promise<OpenedService | undefined>
}) {
  const { log, open } = needs
  const opened = new Map<Service, OpenedService>()
  const listeners: ((service: Service) => Promise<void> | void)[] = []
  let listed: readonly ConnectedService[] = []

  /** In the order of all services, however they were opened. */
  function relist(): void {
    listed = allServices.flatMap((service) => opened.get(service)?.connected ?? [])
  }

  async function openOne(service: Service): Promise<void> {
    const found = await open(service)
    if (found === undefined) opened.delete(service)
    else opened.set(service, found)
    relist()
  }

  return {
    list: () => listed,
    find: (service: Service) => opened.get(service)?.connected,

    /** Called after a service was opened, replaced or closed, and before the old one is closed. */
    onChange(listener: (service: Service) => Promise<void> | void): void {
      listeners.push(listener)
    },

    async openAll(): Promise<void> {
      for (const service of allServices) await openOne(service)
    },

    /** Replaces a service after its credentials have changed. */
    async reopen(service: Service): Promise<void> {
      const old = opened.get(service)
      await openOne(service)
      if (old === undefined && !opened.has(service)) return
      log.info('the credentials of a service changed', { service, isOpen: opened.has(service) })
      for (const listener of listeners) await listener(service)
      old?.close()
    },
  }
}
