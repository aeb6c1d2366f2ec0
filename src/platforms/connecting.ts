import type { Clock } from '../ambient.ts'
import { Failure } from '../contract/failures.ts'
import type { Platform } from '../contract/platforms.ts'
import type { Log } from '../log.ts'
import type { Database, Writer } from '../storage/database.ts'
import type { ConnectedService } from './connected-service.ts'
import { identify } from './identify.ts'
import type { Listening } from './listening.ts'
import type { PlatformUser } from './platform.ts'
import type { Platforms } from './platforms.ts'
import { type AccountOwner, type AccountRole, ownerKey, type Service, serviceTitles } from './services.ts'
import type { Tokens } from './tokens.ts'

const timeoutMs = 15_000
const maxRemembered = 1_000

/** Who had it done. */
interface Cause {
  readonly channel: { readonly id: number }
  readonly actor: string
  readonly requestId: string
  readonly person?: { readonly id: string; readonly name: string }
}

export interface AccountChange {
  readonly kind: 'platform.connected' | 'platform.disconnected'
  readonly owner: AccountOwner
  readonly username: string
}

export type Connecting = ReturnType<typeof createConnecting>

/** Accounts of real services come and go here: the broadcaster's own, and the bot's. */
export function createConnecting(needs: {
  db: Database
  clock: Clock
  log: Log
  platforms: Platforms
  tokens: Tokens
  listening: Listening
  services: readonly ConnectedService[]
  /** A real account takes the place of the stand-in's: what was known through that one is no longer so. */
  leaveSandbox?: (tx: Writer, channelId: number, platform: Platform) => Promise<void>
  /** Writes down that an account came or went. */
  note?: (tx: Writer, by: Cause, change: AccountChange) => Promise<unknown>
  /** Told when somebody has proved that the channel's own account is theirs. */
  noteOwner?: (tx: Writer, by: Cause, service: Service, user: PlatformUser) => Promise<unknown>
}) {
  const { db, clock, log, platforms, tokens, listening, services } = needs
  const { note = nothing, noteOwner = nothing, leaveSandbox = nothing } = needs
  /** Why the last try to connect an account failed, until one does not. */
  const errors = new Map<string, string>()
  const begun = new Map<string, AccountRole>()

  function get(name: Service): ConnectedService {
    const found = services.find(({ service }) => service === name)
    if (found === undefined) {
      throw new Failure('not_found', { message: `This server has no credentials for ${serviceTitles[name]}.` })
    }
    return found
  }

  return {
    services: services.map(({ service }) => service),
    find: (name: Service): ConnectedService | undefined => services.find(({ service }) => service === name),

    /** Why the last try to connect this account failed. */
    connectErrorOf: (owner: AccountOwner): string | undefined => errors.get(ownerKey(owner)),

    /** About the account that was last begun with: what comes back without a good state does not say which. */
    noteConnectError(service: Service, channelId: number, message: string): void {
      const role = begun.get(`${channelId}/${service}`) ?? 'broadcaster'
      if (errors.size >= maxRemembered) errors.clear()
      errors.set(ownerKey({ channelId, service, role }), message)
    },

    /** The address to send the broadcaster's browser to. `preSession` is a secret that this browser alone holds. */
    begin(
      name: Service,
      wanted: { channelId: number; role: AccountRole; preSession: string },
      noteBegin?: (tx: Writer) => Promise<void>,
    ): Promise<string> {
      const { oauth, scopes } = get(name)
      const asked = scopes[wanted.role]
      if (asked === undefined) {
        throw new Failure('invalid_parameter', {
          message: `role ${wanted.role} has no account on ${serviceTitles[name]}.`,
        })
      }
      if (begun.size >= maxRemembered) begun.clear()
      begun.set(`${wanted.channelId}/${name}`, wanted.role)
      return oauth.begin({ ...wanted, scopes: asked }, noteBegin)
    },

    /** What came back in the address of the redirect, taken once. */
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
        if (role === 'broadcaster' && by !== undefined) await noteOwner(tx, by, name, user)
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

    /** Forgets the account, and then tells the service so. */
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
          log.warn('a service goes on telling us of an account', { service: owner.service, error })
        })
      }
      if (token === undefined) return
      await oauth.revoke(token, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
        log.warn('a token was forgotten but could not be given back', { service: owner.service, error })
      })
    },
  }
}

function causeOf({ channelId }: AccountOwner): Cause {
  return { channel: { id: channelId }, actor: 'server', requestId: '' }
}

async function nothing(): Promise<void> {}
