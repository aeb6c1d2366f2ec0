import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Text } from '../../kernel/text/message.ts'
import { createListenerStatus } from '../listener-status.ts'
import {
  type AccountOwner,
  type AccountRole,
  accountRoles,
  ownerKey,
  type Service,
  services,
} from '../services/services.ts'
import type { CallPause } from './breakers.ts'

export type CallStatus = ReturnType<typeof createCallStatus>

/**
 * Whether the calls of an account go through: undefined, or paused after failures in a row (circuit breaker) or by the
 * service's rate limit. All nodes know it, since each may be the one that is asked by the panel.
 */
export function createCallStatus(needs: { clock: Clock; bus: Bus; nodeId: string | undefined }) {
  const { clock } = needs
  const byAccount = new Map(
    services.flatMap((service) =>
      accountRoles.map((role) => {
        const name = `${service}/${role}`
        return [name, createListenerStatus({ ...needs, service: `calls of ${name}` })] as const
      }),
    ),
  )
  const ends = new Map<string, NodeJS.Timeout>()
  const statusOf = ({ service, role }: { readonly service: Service; readonly role: AccountRole }) =>
    byAccount.get(`${service}/${role}`)

  function end(owner: AccountOwner): void {
    clearTimeout(ends.get(ownerKey(owner)))
    if (ends.delete(ownerKey(owner))) statusOf(owner)?.end(owner.channelId)
  }

  return {
    /** Calls of this account are paused, or one has succeeded again. */
    note(account: string, pause: (CallPause & { readonly message: Text }) | undefined): void {
      // Called after every call: most accounts are not paused.
      if (pause === undefined && !ends.has(account)) return
      const owner = ownerIn(account)
      if (owner === undefined) return
      end(owner)
      if (pause === undefined) return
      const { seconds, isLimit, message } = pause
      const status = statusOf(owner)
      status?.begin(owner.channelId, message)
      const until = clock.now() + seconds * 1000
      status?.update(owner.channelId, isLimit ? 'rate_limited' : 'reconnecting', message, { until })
      ends.set(account, setTimeout(() => end(owner), seconds * 1000).unref())
    },

    of(owner: AccountOwner): ConnectionStatus | undefined {
      const status = statusOf(owner)?.of(owner.channelId)
      // A node that stopped cannot say that its pause is over.
      return status?.until === null || (status?.until ?? 0) > clock.now() ? status : undefined
    },

    close(): void {
      for (const timer of ends.values()) clearTimeout(timer)
      ends.clear()
    },
  }
}

/** Calls without an account, such as those of a sign-in, have another name. */
function ownerIn(account: string): AccountOwner | undefined {
  const [channel, service, role] = account.split('/')
  const found = services.find((one) => one === service)
  const as = accountRoles.find((one) => one === role)
  return found === undefined || as === undefined ? undefined : { channelId: Number(channel), service: found, role: as }
}
