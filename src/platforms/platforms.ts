import { systemTimeLimit, type TimeLimit } from '../kernel/ambient.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../kernel/storage/database.ts'
import { createReadCache } from '../kernel/storage/read-cache.ts'
import { platforms as allPlatforms, type Platform, platformTitles } from './contract/platforms.ts'
import { type PlatformAction, platformActions, platformMessages } from './messages.ts'
import type { Capability, PlatformAccount, PlatformConnector } from './platform.ts'
import { sandboxName } from './sandbox/connector.ts'

const defaultCallTimeoutMs = 10_000
const none: ReadonlyMap<Platform, PlatformConnection> = new Map()

interface AccountRow {
  readonly platform: Platform
  readonly connector: string
  readonly account_id: string
  readonly username: string
  readonly displayname: string
  readonly rehearsal_of: number | null
}

const listAccounts = sql<{ channel: number }, AccountRow>(
  `SELECT platform, connector, account_id, username, displayname, rehearsal_of
   FROM platform_accounts JOIN channels ON channels.id = platform_accounts.channel_id
   WHERE platform_accounts.channel_id = :channel`,
)
const listChannelsOn = sql<{ platform: string }, { channel_id: number }>(
  'SELECT channel_id FROM platform_accounts WHERE platform = :platform ORDER BY channel_id LIMIT 100000',
)
// Test channels have sandbox accounts only.
const findRealAccount = sql<{ sandbox: string }, { channel_id: number }>(
  'SELECT channel_id FROM platform_accounts WHERE connector <> :sandbox LIMIT 1',
)
const findBotAccount = sql<Record<never, never>, { channel_id: number }>(
  "SELECT channel_id FROM platform_tokens WHERE service <> 'spotify' LIMIT 1",
)
const upsertAccount = sql<{
  channel: number
  platform: string
  connector: string
  accountId: string
  username: string
  displayname: string
  now: number
}>(
  `INSERT INTO platform_accounts (channel_id, platform, connector, account_id, username, displayname, connected_at)
   VALUES (:channel, :platform, :connector, :accountId, :username, :displayname, :now)
   ON CONFLICT (channel_id, platform) DO UPDATE SET connector = excluded.connector, account_id = excluded.account_id,
     username = excluded.username, displayname = excluded.displayname, connected_at = excluded.connected_at`,
)
const deleteAccount = sql<{ channel: number; platform: string }>(
  'DELETE FROM platform_accounts WHERE channel_id = :channel AND platform = :platform',
)

/** A connector bound to one account. */
export interface PlatformConnection {
  readonly account: PlatformAccount
  readonly connector: PlatformConnector
  /** The time limit of one call. */
  readonly callTimeoutMs: number
  readonly timeLimit: TimeLimit
}

export type Platforms = ReturnType<typeof createPlatforms>

/** Maps the platform accounts of each channel to their connectors. */
export function createPlatforms(needs: {
  db: Database
  bus: Bus
  /** The connectors in use now. `forgetConnectors` follows when they change. */
  connectors: () => readonly PlatformConnector[]
  callTimeoutMs?: number | undefined
  timeLimit?: TimeLimit | undefined
}) {
  const { db, bus, connectors, callTimeoutMs = defaultCallTimeoutMs, timeLimit = systemTimeLimit } = needs
  const known = createReadCache<number, ReadonlyMap<Platform, PlatformConnection>>(readConnections, {
    maxEntries: 10_000,
  })
  bus.subscribe('accounts-changed', ({ channelId }) => known.drop(channelId))
  bus.subscribe('missed-messages', known.clear)

  /** A real connector replaces the sandbox of its platform, except on the test channel. */
  function isReplaced({ name, platform }: PlatformConnector, { rehearsal_of }: AccountRow): boolean {
    const isSandbox = name === sandboxName
    return (
      isSandbox && rehearsal_of === null && connectors().some((one) => one.platform === platform && one.name !== name)
    )
  }

  async function connectionsOf(channelId: number): Promise<ReadonlyMap<Platform, PlatformConnection>> {
    return (await known.load(channelId)) ?? none
  }

  async function readConnections(channelId: number): Promise<ReadonlyMap<Platform, PlatformConnection>> {
    const found = new Map<Platform, PlatformConnection>()
    for (const row of await db.all(listAccounts, { channel: channelId })) {
      const { platform, account_id: accountId, username, displayname } = row
      const connector = connectors().find((one) => one.platform === platform && one.name === row.connector)
      if (connector === undefined || isReplaced(connector, row)) continue
      const account = { channelId, platform, accountId, username, displayname }
      found.set(platform, { account, connector, callTimeoutMs, timeLimit })
    }
    return found
  }

  return {
    /** Call after the connectors have changed: connections hold the old ones. */
    forgetConnectors: known.clear,

    /** The channels with an account on this platform, of whichever connector. */
    async listChannels(platform: Platform): Promise<number[]> {
      return (await db.all(listChannelsOn, { platform })).map(({ channel_id }) => channel_id)
    },

    async find(channelId: number, platform: Platform): Promise<PlatformConnection | undefined> {
      return (await connectionsOf(channelId)).get(platform)
    },

    async get(channelId: number, platform: Platform): Promise<PlatformConnection> {
      const connection = (await connectionsOf(channelId)).get(platform)
      if (connection === undefined) {
        throw new Failure('platform_not_connected', {
          message: platformMessages.notConnected.of({ service: platformTitles[platform] }),
        })
      }
      return connection
    },

    /** The connected platforms among `wanted`, in the order of `wanted`. */
    async connected(channelId: number, wanted: readonly Platform[] = allPlatforms): Promise<PlatformConnection[]> {
      const connections = await connectionsOf(channelId)
      return wanted.flatMap((platform) => connections.get(platform) ?? [])
    },

    /** Whether the channel's account on this platform is a sandbox account. */
    async usesSandboxAccount(reader: Reader, channelId: number, platform: Platform): Promise<boolean> {
      const rows = await reader.all(listAccounts, { channel: channelId })
      return rows.some((row) => row.platform === platform && row.connector === sandboxName)
    },

    /**
     * Whether no platform of the channel uses a real connector, which it does once credentials are set. The test channel
     * always uses the sandbox.
     */
    async isWhollyOnSandbox(channel: { readonly id: number; readonly isTestChannel: boolean }): Promise<boolean> {
      if (channel.isTestChannel) return true
      if (connectors().some(({ name }) => name !== sandboxName)) return false
      const rows = await db.all(listAccounts, { channel: channel.id })
      return rows.every(({ connector }) => connector === sandboxName)
    },

    /** Whether any channel of this server is connected to a real platform, with its own account or that of a bot. */
    async hasRealAccount(): Promise<boolean> {
      const found = (await db.get(findRealAccount, { sandbox: sandboxName })) ?? (await db.get(findBotAccount, {}))
      return found !== undefined
    },

    async connect(
      tx: Writer,
      channelId: number,
      platform: Platform,
      connector: string,
      user: { readonly id: string; readonly username: string; readonly displayname: string },
      now: number,
    ): Promise<void> {
      const { id: accountId, username, displayname } = user
      await tx.run(upsertAccount, { channel: channelId, platform, connector, accountId, username, displayname, now })
      tx.onCommit(() => bus.publish('accounts-changed', { channelId, platform }))
    },

    async disconnect(tx: Writer, channelId: number, platform: Platform): Promise<void> {
      await tx.run(deleteAccount, { channel: channelId, platform })
      tx.onCommit(() => bus.publish('accounts-changed', { channelId, platform }))
    },
  }
}

/** The named capability of a connector. Throws a `Failure` if the platform does not have it. */
export function capability<C extends Capability>(
  { account, connector }: PlatformConnection,
  name: C,
  action: PlatformAction,
): NonNullable<PlatformConnector[C]> {
  const part = connector[name]
  if (part === undefined || part === null) throw unsupported(account.platform, action)
  return (typeof part === 'function' ? part.bind(connector) : part) as NonNullable<PlatformConnector[C]>
}

/** The platform does not offer this to other software. */
export function unsupported(platform: Platform, action: PlatformAction): Failure {
  return new Failure('invalid_parameter', {
    message: platformMessages.unsupported.of({ service: platformTitles[platform], action: platformActions[action] }),
  })
}

/** Calls the platform with a time limit. */
export async function inTime<T>(
  { account, callTimeoutMs, timeLimit }: PlatformConnection,
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs = callTimeoutMs,
): Promise<T> {
  const signal = timeLimit(timeoutMs)
  try {
    return await work(signal)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('platform_unavailable', {
      message: platformMessages.unreachable.of({ service: platformTitles[account.platform] }),
      cause: error,
      mayHaveHappened: signal.aborted,
    })
  }
}
