import type { StepGroup } from '../../../src/definitions/define-step.ts'
import { findStep } from '../../../src/registry/steps.ts'
import { connections, dashboard } from '../state.ts'
import { pickerMessages as messages } from './messages.ts'

/** What the actions of a group are done with. */
const services: { readonly [G in StepGroup]?: { readonly id: string; readonly name: string; readonly path: string } } =
  {
    obs: { id: 'obs', name: 'OBS', path: '/settings/platforms' },
    vts: { id: 'vts', name: 'VTube Studio', path: '/settings/platforms' },
    discord: { id: 'discord', name: 'Discord', path: '/settings/discord' },
  }

/** Says that the program an action needs is not connected, with the way to connect it. */
export function NeedsConnection({ type }: { type: string }) {
  const group = findStep(type)?.group
  const service = group === undefined ? undefined : services[group]
  if (service === undefined || dashboard.value === undefined) return null
  const state = connections.value.find(({ id }) => id === service.id)?.state
  if (state === 'connected' || state === 'limited') return null
  return (
    <p class="light stop small needs-connection">
      <span>
        {messages.notConnected({ name: service.name })} <a href={service.path}>{messages.connect()}</a>
      </span>
    </p>
  )
}
