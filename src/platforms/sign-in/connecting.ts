import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformUser } from '../platform.ts'
import type { ConnectedService } from '../services/connected-service.ts'
import type { Services } from '../services/service-registry.ts'
import { type AccountOwner, type Service, serviceTitles } from '../services/services.ts'
import { type AccountCause, type AccountChangesNeeds, createAccountChanges } from './account-changes.ts'
import { createConnectErrors } from './connect-errors.ts'
import type { BegunSignIn, PollResult } from './device-code.ts'
import { identify } from './identify.ts'
import { getDeviceCode, requestOf, requireRedirect, type WantedSignIn } from './sign-in-request.ts'

const timeoutMs = 15_000

export type DeviceProgress =
  | Exclude<PollResult, { readonly state: 'granted' }>
  | { readonly state: 'connected'; readonly username: string }

export type Connecting = ReturnType<typeof createConnecting>

/** Connects and disconnects accounts of real services: the broadcaster's account and the bot account. */
export function createConnecting(needs: AccountChangesNeeds & { readonly log: Log; readonly services: Services }) {
  const { db, log, platforms, tokens, services } = needs
  const errors = createConnectErrors()
  const accounts = createAccountChanges({ ...needs, onConnected: errors.forget })

  function get(name: Service): ConnectedService {
    const found = services.find(name)
    if (found === undefined) {
      throw new Failure('not_found', { message: platformMessages.noCredentials.of({ service: serviceTitles[name] }) })
    }
    return found
  }

  return {
    get services(): readonly Service[] {
      return services.list().map(({ service }) => service)
    },
    find: services.find,

    /** The error of the last attempt to connect this account. */
    connectErrorOf: errors.find,

    /** Stores the error for the role that was started last: a redirect without a valid state does not name the role. */
    noteConnectError: errors.note,

    /** The address to redirect the broadcaster's browser to. `preSession` is a secret that only this browser knows. */
    async begin(name: Service, wanted: WantedSignIn, noteBegin?: (tx: Writer) => Promise<void>): Promise<string> {
      const service = get(name)
      requireRedirect(service, wanted)
      const { scopes, accountId } = await requestOf(service, wanted, tokens)
      errors.start({ channelId: wanted.channelId, service: name, role: wanted.role })
      return service.oauth.begin({ ...wanted, scopes, accountId }, noteBegin)
    },

    /** Starts a sign-in by a code that the panel shows. */
    async beginDevice(
      name: Service,
      wanted: WantedSignIn,
      noteBegin?: (tx: Writer) => Promise<void>,
    ): Promise<BegunSignIn> {
      const service = get(name)
      const { scopes, accountId = null } = await requestOf(service, wanted, tokens)
      const signal = AbortSignal.timeout(timeoutMs)
      return getDeviceCode(service).begin({ ...wanted, scopes, accountId }, signal, noteBegin)
    },

    /** Whether the code has been entered. Connects the account when it has. */
    async pollDevice(
      name: Service,
      wanted: { channelId: number; id: string; preSession: string },
      by?: AccountCause,
    ): Promise<DeviceProgress> {
      const service = get(name)
      const { channelId, id } = wanted
      const code = getDeviceCode(service)
      const signal = AbortSignal.timeout(timeoutMs)
      const result = await code.poll(wanted, signal)
      if (result.state !== 'granted') return result
      const { role, grant, accountId } = result
      const end = (tx: Writer) => code.end(tx, channelId, id)
      try {
        const user = await identify(service, grant.accessToken, signal)
        await accounts.connect(service, { channelId, role, accountId, grant, user }, by, end)
        return { state: 'connected', username: user.username }
      } catch (error) {
        // The code is used up, whatever happened.
        await db.write(end)
        throw error
      }
    },

    async cancelDevice(tx: Writer, name: Service, channelId: number, id: string): Promise<void> {
      await getDeviceCode(get(name)).end(tx, channelId, id)
    },

    /** Completes the sign-in with the parameters of the redirect. They are valid once. */
    async finish(
      name: Service,
      back: { code: string; state: string; preSession: string },
      by?: AccountCause,
    ): Promise<AccountOwner & { readonly user: PlatformUser }> {
      const service = get(name)
      const signal = AbortSignal.timeout(timeoutMs)
      const { code, state, preSession } = back
      const finished = await service.oauth.finish({ code, state, preSessions: [preSession] }, signal)
      const user = await identify(service, finished.grant.accessToken, signal)
      return accounts.connect(service, { ...finished, user }, by)
    },

    /** Removes the account, then revokes its token and its subscriptions at the service. */
    async disconnect(owner: AccountOwner, by?: AccountCause): Promise<void> {
      const service = get(owner.service)
      const { connector, oauth, leave } = service
      const connection = connector && (await platforms.find(owner.channelId, connector.platform))
      const token = await accounts.disconnect(owner, service, by)
      if (owner.role === 'broadcaster' && connection !== undefined) {
        await leave?.(connection.account, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
          log.warn('could not end the subscriptions of a disconnected account', { service: owner.service, error })
        })
      }
      if (token === undefined) return
      await oauth.revoke(token, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
        log.warn('could not revoke the token of a disconnected account', { service: owner.service, error })
      })
    },
  }
}
