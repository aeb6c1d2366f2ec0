import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../contract/platforms.ts'
import type { Listening } from '../listening.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformUser } from '../platform.ts'
import type { Platforms } from '../platforms.ts'
import type { ConnectedService } from '../services/connected-service.ts'
import { type AccountOwner, type AccountRole, serviceTitles } from '../services/services.ts'
import type { Grant } from './grant.ts'
import type { Tokens } from './tokens.ts'

/** Who requested the change. */
export interface AccountCause {
  readonly channel: { readonly id: number }
  readonly actor: string
  readonly requestId: string
}

interface AccountChange {
  readonly kind: 'platform.connected' | 'platform.disconnected'
  readonly owner: AccountOwner
  readonly username: string
}

/** An account that has signed in at its service. */
interface SignedIn {
  readonly channelId: number
  readonly role: AccountRole
  /** The account that the sign-in was started for; null for any. */
  readonly accountId: string | null
  readonly grant: Grant
  readonly user: PlatformUser
}

export interface AccountChangesNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly platforms: Platforms
  readonly tokens: Tokens
  readonly listening: Listening
  /** Called when a real account replaces the sandbox account, whose data is no longer valid. */
  readonly leaveSandbox?: (tx: Writer, channelId: number, platform: Platform) => Promise<void>
  /** Records that an account was connected or disconnected. */
  readonly note?: (tx: Writer, by: AccountCause, change: AccountChange) => Promise<unknown>
}

/** Stores and removes connected accounts, each in one transaction with everything that follows from it. */
export function createAccountChanges(needs: AccountChangesNeeds & { onConnected: (owner: AccountOwner) => void }) {
  const { db, clock, platforms, tokens, listening, onConnected, leaveSandbox = nothing, note = nothing } = needs

  return {
    async connect(
      { service, connector }: ConnectedService,
      { channelId, role, accountId, grant, user }: SignedIn,
      by: AccountCause | undefined,
      /** Writes rows of the caller into the same transaction. */
      also: (tx: Writer) => Promise<void> = nothing,
    ): Promise<AccountOwner & { readonly user: PlatformUser }> {
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
        tx.onCommit(() => onConnected(owner))
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

    /** Returns the token to revoke. */
    async disconnect(
      owner: AccountOwner,
      { connector }: ConnectedService,
      by: AccountCause | undefined,
    ): Promise<string | undefined> {
      const account = await tokens.findAccount(owner)
      return db.write(async (tx) => {
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
    },
  }
}

function causeOf({ channelId }: AccountOwner): AccountCause {
  return { channel: { id: channelId }, actor: 'server', requestId: '' }
}

async function nothing(): Promise<void> {}
