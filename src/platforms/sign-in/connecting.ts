import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Platform } from '../contract/platforms.ts'
import type { Listening } from '../listening.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformUser } from '../platform.ts'
import type { Platforms } from '../platforms.ts'
import type { ConnectedService } from '../services/connected-service.ts'
import type { Services } from '../services/service-registry.ts'
import { type AccountOwner, type AccountRole, ownerKey, type Service, serviceTitles } from '../services/services.ts'
import type { BegunSignIn, DeviceCode, PollResult } from './device-code.ts'
import type { Grant } from './grant.ts'
import { identify } from './identify.ts'
import { isPlainLoopback } from './loopback-redirects.ts'
import type { Tokens } from './tokens.ts'

const timeoutMs = 15_000
const maxRemembered = 1_000

/** Who requested the change. */
interface Cause {
  readonly channel: { readonly id: number }
  readonly actor: string
  readonly requestId: string
}

/** A sign-in that is about to begin. `preSession` is a secret that only this browser knows. */
export interface Wanted {
  readonly channelId: number
  readonly role: AccountRole
  readonly preSession: string
  /** One permission that is missing, instead of all. */
  readonly permission?: string | undefined
  /** Whether the browser runs on the machine of this server. Undefined if that is not known. */
  readonly isOnServer?: boolean | undefined
}

export type DeviceProgress =
  | Exclude<PollResult, { readonly state: 'granted' }>
  | { readonly state: 'connected'; readonly username: string }

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
  const errors = new Map<string, Text>()
  const startedRoles = new Map<string, AccountRole>()

  function get(name: Service): ConnectedService {
    const found = services.find(name)
    if (found === undefined) {
      throw new Failure('not_found', { message: platformMessages.noCredentials.of({ service: serviceTitles[name] }) })
    }
    return found
  }

  /** What to ask for: everything, or what is granted and one permission more, of the account that is connected. */
  async function requestOf(
    { service, scopes }: ConnectedService,
    { channelId, role, permission }: Wanted,
  ): Promise<{ scopes: readonly string[]; accountId: string | undefined }> {
    const title = serviceTitles[service]
    const all = scopes[role]
    if (all === undefined) {
      throw new Failure('invalid_parameter', { message: platformMessages.noRole.of({ service: title, role }) })
    }
    if (permission === undefined) return { scopes: all, accountId: undefined }
    if (!all.includes(permission)) {
      const message = platformMessages.notRequested.of({ service: title, scope: permission })
      throw new Failure('invalid_parameter', { message })
    }
    const account = await tokens.getAccount({ channelId, service, role })
    return { scopes: [...new Set([...account.scopes, permission])], accountId: account.accountId }
  }

  /** A redirect to this machine ends in an error page in every other browser, so that it is refused before it begins. */
  function requireReachable({ service, oauth, deviceCode }: ConnectedService, { isOnServer }: Wanted): void {
    const address = oauth.redirectUri()
    const title = serviceTitles[service]
    if (!isPlainLoopback(address)) {
      if (!oauth.isInstalledApp) return
      throw new Failure('invalid_parameter', {
        message: platformMessages.secretForPublic.of({ service: title, address }),
      })
    }
    if (isOnServer !== false) return
    const sentence = deviceCode === undefined ? platformMessages.openOnServer : platformMessages.openOnServerOrCode
    throw new Failure('invalid_parameter', { message: sentence.of({ service: title, address }) })
  }

  function deviceCodeOf({ service, deviceCode }: ConnectedService): DeviceCode {
    if (deviceCode !== undefined) return deviceCode
    const message = platformMessages.noDeviceCode.of({ service: serviceTitles[service] })
    throw new Failure('invalid_parameter', { message })
  }

  /** Stores the account that has signed in. */
  async function save(
    { service, connector }: ConnectedService,
    signedIn: { channelId: number; role: AccountRole; accountId: string | null; grant: Grant; user: PlatformUser },
    by: Cause | undefined,
    also: (tx: Writer) => Promise<void> = nothing,
  ): Promise<AccountOwner & { readonly user: PlatformUser }> {
    const { channelId, role, accountId, grant, user } = signedIn
    const owner = { channelId, service, role }
    if (accountId !== null && accountId !== user.id) {
      const expected = (await tokens.findAccount(owner))?.username ?? accountId
      throw new Failure('platform_refused', {
        message: platformMessages.otherAccount.of({
          service: serviceTitles[service],
          username: user.username,
          expected,
        }),
      })
    }
    await db.write(async (tx) => {
      await also(tx)
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
  }

  return {
    get services(): readonly Service[] {
      return services.list().map(({ service }) => service)
    },
    find: services.find,

    /** The error of the last attempt to connect this account. */
    connectErrorOf: (owner: AccountOwner): Text | undefined => errors.get(ownerKey(owner)),

    /** Stores the error for the role that was started last: a redirect without a valid state does not name the role. */
    noteConnectError(service: Service, channelId: number, message: Text): void {
      const role = startedRoles.get(`${channelId}/${service}`) ?? 'broadcaster'
      if (errors.size >= maxRemembered) errors.clear()
      errors.set(ownerKey({ channelId, service, role }), message)
    },

    /** The address to redirect the broadcaster's browser to. `preSession` is a secret that only this browser knows. */
    async begin(name: Service, wanted: Wanted, noteBegin?: (tx: Writer) => Promise<void>): Promise<string> {
      const service = get(name)
      if (service.hasRedirect === false) {
        const message = platformMessages.onlyByCode.of({ service: serviceTitles[name] })
        throw new Failure('invalid_parameter', { message })
      }
      requireReachable(service, wanted)
      const { scopes, accountId } = await requestOf(service, wanted)
      if (startedRoles.size >= maxRemembered) startedRoles.clear()
      startedRoles.set(`${wanted.channelId}/${name}`, wanted.role)
      return service.oauth.begin({ ...wanted, scopes, accountId }, noteBegin)
    },

    /** Starts a sign-in by a code that the panel shows. */
    async beginDevice(name: Service, wanted: Wanted, noteBegin?: (tx: Writer) => Promise<void>): Promise<BegunSignIn> {
      const service = get(name)
      const { scopes, accountId = null } = await requestOf(service, wanted)
      const signal = AbortSignal.timeout(timeoutMs)
      return deviceCodeOf(service).begin({ ...wanted, scopes, accountId }, signal, noteBegin)
    },

    /** Whether the code has been entered. Connects the account when it has. */
    async pollDevice(
      name: Service,
      wanted: { channelId: number; id: string; preSession: string },
      by?: Cause,
    ): Promise<DeviceProgress> {
      const service = get(name)
      const { channelId, id } = wanted
      const code = deviceCodeOf(service)
      const signal = AbortSignal.timeout(timeoutMs)
      const result = await code.poll(wanted, signal)
      if (result.state !== 'granted') return result
      const { role, grant, accountId } = result
      const end = (tx: Writer) => code.end(tx, channelId, id)
      try {
        const user = await identify(service, grant.accessToken, signal)
        await save(service, { channelId, role, accountId, grant, user }, by, end)
        return { state: 'connected', username: user.username }
      } catch (error) {
        // The code is used up, whatever happened.
        await db.write(end)
        throw error
      }
    },

    async cancelDevice(tx: Writer, name: Service, channelId: number, id: string): Promise<void> {
      await deviceCodeOf(get(name)).end(tx, channelId, id)
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
      const finished = await service.oauth.finish({ code, state, preSessions: [preSession] }, signal)
      const user = await identify(service, finished.grant.accessToken, signal)
      return save(service, { ...finished, user }, by)
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
