import type { Text } from '../../kernel/text/message.ts'
import { type AccountOwner, type AccountRole, ownerKey, type Service } from '../services/services.ts'

const maxRemembered = 1_000

/** The error of the last attempt to connect each account, until an attempt succeeds. Kept in memory only. */
export function createConnectErrors() {
  const errors = new Map<string, Text>()
  /** The role that was started last: a redirect without a valid state does not name the role. */
  const startedRoles = new Map<string, AccountRole>()

  return {
    find: (owner: AccountOwner): Text | undefined => errors.get(ownerKey(owner)),

    /** A sign-in begins, whose error may be noted without its role. */
    start({ channelId, service, role }: AccountOwner): void {
      if (startedRoles.size >= maxRemembered) startedRoles.clear()
      startedRoles.set(`${channelId}/${service}`, role)
    },

    /** Stores the error for the role that was started last. */
    note(service: Service, channelId: number, message: Text): void {
      const role = startedRoles.get(`${channelId}/${service}`) ?? 'broadcaster'
      if (errors.size >= maxRemembered) errors.clear()
      errors.set(ownerKey({ channelId, service, role }), message)
    },

    forget(owner: AccountOwner): void {
      errors.delete(ownerKey(owner))
    },
  }
}
