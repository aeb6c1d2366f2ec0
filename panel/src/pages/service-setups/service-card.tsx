import type { ComponentChildren } from 'preact'
import { connections } from '../../state.ts'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { ServiceSetup } from './service-setup.tsx'

interface ServiceCardProps {
  readonly service: 'streamerbot' | 'vts'
  readonly title: string
  /** What the service is for, while its connection has nothing to say. */
  readonly help: string
  readonly children?: ComponentChildren
}

/** A service of its own: the state of its connection, and how to set it up. */
export function ServiceCard({ service, title, help, children }: ServiceCardProps) {
  const live = connections.value.find(({ id }) => id === service)
  const { state, until, message } = live ?? { state: 'off' as const, until: null, message: '' }
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2 class="grow">{title}</h2>
        <ConnectionLight connection={{ state, until }} />
      </header>
      <div class="inside stack tight">
        <p class="soft">{message === '' ? help : message}</p>
        {children}
      </div>
      <div class="card-more">
        <ServiceSetup service={service} isConfigured={live !== undefined} onChanged={async () => {}} />
      </div>
    </section>
  )
}
