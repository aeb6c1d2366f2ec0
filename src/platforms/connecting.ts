import type { Clock } from '../ambient.ts'
import { Failure } from '../contract/failures.ts'
import type { Platform } from '../contract/platforms.ts'
import type { Log } from '../log.ts'
import type { Database, Writer } from '../storage/database.ts'
import type { ConnectedService } from './connected-service.ts'
import { identify } from './identify.ts'
import type { Listening } from './listening.ts'
import { platformMessages } from './messages.ts'
import type { PlatformUser } from './platform.ts'
import type { Platforms } from './platforms.ts'
import type { Services } from './service-registry.ts'
import { type AccountOwner, type AccountRole, ownerKey, type Service, serviceTitles } from './services.ts'
import type { Tokens } from './tokens.ts'

const timeoutMs = 15_000
const maxRemembered = 1_000

/** Who requested the change. */
interface Cause {
  readonly channel: { readonly id: number }
  readonly actor: string
  readonly requestId: string
}

export interface AccountChange {
  readonly kind: 'platform.connected' | 'platform.disconnected'
  readonly owner: AccountOwner
  readonly username: string
}

export type Connecting = ReturnType<typeof createConnecting>

/** Connects and disconnects accounts of real services: the broadcaster's account and the bot account. */
export function createConnecting(needs: {
  db: Database
  clock: Clock
  log: Log
  platforms: Platforms
  tokens: Tokens
  listening: Listening
  services: Services
  /** Called when a real account replaces the sandbox account, whose data is no longer valid. */
  leaveSandbox?: (tx: Writer, channelId: number, platform: Platform) => Promise<void>
  /** Records that an account was connected or disconnected. */
  note?: (tx: Writer, by: Cause, change: AccountChange) => Promise<unknown>
}) {
  const { db, clock, log, platforms, tokens, listening, services } = needs
  const { note = nothing, leaveSandbox = nothing } = needs
  /** The error of the last attempt to connect each account; removed when an attempt succeeds. */
  const errors = new Map<string, string>()
  const startedRoles = new Map<string, AccountRole>()

  function get(name: Service): ConnectedService {
    const found = services.find(name)
    if (found === undefined) {
      throw new Failure('not_found', { message: platformMessages.noCredentials({ service: serviceTitles[name] }) })
    }
    return found
  }

  return {
    get services(): readonly Service[] {
      return services.list().map(({ service }) => service)
    },
    find: services.find,

    /** The error of the last attempt to connect this account. */
    connectErrorOf: (owner: AccountOwner): string | undefined => errors.get(ownerKey(owner)),

    /** Stores the error for the role that was started last: a redirect without a valid state does not name the role. */
    noteConnectError(service: Service, channelId: number, message: string): void {
      const role = startedRoles.get(`${channelId}/${service}`) ?? 'broadcaster'
      if (errors.size >= maxRemembered) errors.clear()
      errors.set(ownerKey({ channelId, service, role }), message)
    },

    /** The address to redirect the broadcaster's browser to. `preSession` is a secret that only this browser knows. */
    begin(
      name: Service,
      wanted: { channelId: number; role: AccountRole; preSession: string },
      noteBegin?: (tx: Writer) => Promise<void>,
    ): Promise<string> {
      const { oauth, scopes } = get(name)
      const asked = scopes[wanted.role]
      if (asked === undefined) {
        throw new Failure('invalid_parameter', {
          message: platformMessages.noRole({ service: serviceTitles[name], role: wanted.role }),
        })
      }
      if (startedRoles.size >= maxRemembered) startedRoles.clear()
      startedRoles.set(`${wanted.channelId}/${name}`, wanted.role)
      return oauth.begin({ ...wanted, scopes: asked }, noteBegin)
    },

    /** Completes the sign-in with the parameters of the redirect. They are valid once. */
    async finish(
      name: Service,
      back: { code: string; state: string; preSession: string },
      by?: Cause,
    ): Promise<AccountOwner & { readonly user: PlatformUser }> {
      const service = get(name)
      const signal = AbortSignal.timeout(timeoutMs)
      const { code, state, preSession } = back
      const { channelId, role, grant } = await service.oauth.finish({ code, state, preSessions: [preSession] }, signal)
      const user = await identify(service, grant.accessToken, signal)
      const owner = { channelId, service: name, role }
      const { connector } = service
      await db.write(async (tx) => {
        await tokens.save(tx, owner, user, grant)
        await note(tx, by ?? causeOf(owner), { kind: 'platform.connected', owner, username: user.username })
        tx.onCommit(() => errors.delete(ownerKey(owner)))
        if (connector === undefined) return
        if (role === 'broadcaster') {
          const isFirst = await platforms.usesSandboxAccount(tx, channelId, connector.platform)
          if (isFirst) await leaveSandbox(tx, channelId, connector.platform)
          await platforms.connect(tx, channelId, connector.platform, connector.name, user, clock.now())
        }
        tx.onCommit(() => listening.renew(channelId, connector.platform))
      })
      return { ...owner, user }
    },

    /** Removes the account, then revokes its token and its subscriptions at the service. */
    async disconnect(owner: AccountOwner, by?: Cause): Promise<void> {
      const { connector, oauth, leave } = get(owner.service)
      const account = await tokens.findAccount(owner)
      const connection = connector && (await platforms.find(owner.channelId, connector.platform))
      const token = await db.write(async (tx) => {
        const removed = await tokens.remove(tx, owner)
        if (connector !== undefined) {
          if (owner.role === 'broadcaster') await platforms.disconnect(tx, owner.channelId, connector.platform)
          tx.onCommit(() => listening.renew(owner.channelId, connector.platform))
        }
        if (account !== undefined) {
          const { username } = account
          await note(tx, by ?? causeOf(owner), { kind: 'platform.disconnected', owner, username })
        }
        return removed
      })
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

function causeOf({ channelId }: AccountOwner): Cause {
  return { channel: { id: channelId }, actor: 'server', requestId: '' }
}

async function nothing(): Promise<void> {}
