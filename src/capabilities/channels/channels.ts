import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { createReadCache } from '../../kernel/storage/read-cache.ts'
import { allChannels } from '../../kernel/storage/sequences.ts'

interface ChannelRow {
  readonly id: number
  readonly name: string
  readonly time_zone: string
  readonly rehearsal_of: number | null
  readonly last_sign_in_at: number | null
  readonly created_at: number
}

const columns = 'id, name, time_zone, rehearsal_of, last_sign_in_at, created_at'
const findChannel = sql<{ id: number }, ChannelRow>(`SELECT ${columns} FROM channels WHERE id = :id`)
const findTestChannel = sql<{ id: number }, ChannelRow>(`SELECT ${columns} FROM channels WHERE rehearsal_of = :id`)
const listOwn = sql<Record<never, never>, ChannelRow>(
  `SELECT ${columns} FROM channels WHERE rehearsal_of IS NULL ORDER BY id LIMIT 1000`,
)
const insertChannel = sql<{ id: number; name: string; rehearsalOf: number | null; now: number }>(
  'INSERT INTO channels (id, name, rehearsal_of, created_at) VALUES (:id, :name, :rehearsalOf, :now)',
)
const renameChannel = sql<{ id: number; name: string }>(
  'UPDATE channels SET name = :name WHERE id = :id OR rehearsal_of = :id',
)
const findSignedIn = sql<Record<never, never>, { id: number }>(
  'SELECT id FROM channels WHERE last_sign_in_at IS NOT NULL ORDER BY id LIMIT 1',
)
const markSignIn = sql<{ id: number; now: number }>('UPDATE channels SET last_sign_in_at = :now WHERE id = :id')

// The test channel has the same time zone.
const setTimeZone = sql<{ id: number; timeZone: string }>(
  'UPDATE channels SET time_zone = :timeZone WHERE id = :id OR rehearsal_of = :id',
)

export type Channels = ReturnType<typeof createChannels>

export function createChannels({ db, clock, bus }: { db: Database; clock: Clock; bus: Bus }) {
  const known = createReadCache<number, Channel>(readChannel, { maxEntries: 10_000 })
  bus.subscribe('channel-changed', known.clear)
  bus.subscribe('missed-messages', known.clear)

  async function readChannel(id: number): Promise<Channel | undefined> {
    const row = await db.get(findChannel, { id })
    return row && asChannel(row)
  }

  let prepareTest: (testChannel: Channel) => Promise<void> | undefined = () => undefined

  async function testChannelOf(channel: Channel): Promise<Channel> {
    const row = await db.get(findTestChannel, { id: channel.id })
    if (row === undefined) throw new Error(`channel ${channel.id} has no test channel`)
    return asChannel(row)
  }

  /** Has to be called before somebody acts on the channel. Undefined when there is nothing to wait for. */
  function prepare(channel: Channel): Promise<void> | undefined {
    return channel.isTestChannel ? prepareTest(channel) : undefined
  }

  return {
    find: known.load,
    prepare,
    testChannelOf,

    async list(reader: Reader = db): Promise<Channel[]> {
      return (await reader.all(listOwn, {})).map(asChannel)
    },

    /** Sets what has to be done before a test channel is used. */
    beforeTestUse(work: typeof prepareTest): void {
      prepareTest = work
    },

    /** The test channel, for somebody who acts on it now. */
    async useTestChannelOf(channel: Channel): Promise<Channel> {
      const testChannel = await testChannelOf(channel)
      await prepare(testChannel)
      return testChannel
    },

    /** The broadcaster's last sign-in; before the first one, the day the channel was created. */
    async lastConnectionAt(channel: Channel): Promise<number> {
      const row = await db.get(findChannel, { id: channel.id })
      return row?.last_sign_in_at ?? row?.created_at ?? clock.now()
    },

    /** A channel and its test channel. */
    async create(tx: Writer, name: string): Promise<{ channel: Channel; testChannel: Channel }> {
      const id = await tx.next('channel', allChannels)
      const testChannelId = await tx.next('channel', allChannels)
      const now = clock.now()
      await tx.run(insertChannel, { id, name, rehearsalOf: null, now })
      await tx.run(insertChannel, { id: testChannelId, name, rehearsalOf: id, now })
      return {
        channel: { id, name, timeZone: 'UTC', isTestChannel: false, ownerId: id },
        testChannel: { id: testChannelId, name, timeZone: 'UTC', isTestChannel: true, ownerId: id },
      }
    },

    /** As this transaction sees it, not as it was cached. */
    async timeZoneOf(reader: Reader, channel: Channel): Promise<string | undefined> {
      return (await reader.get(findChannel, { id: channel.id }))?.time_zone
    },

    async setTimeZone(tx: Writer, channel: Channel, timeZone: string): Promise<void> {
      await tx.run(setTimeZone, { id: channel.id, timeZone })
      tx.onCommit(() => bus.publish('channel-changed', { channelId: channel.id }))
    },

    /** The test channel has the same name. */
    async rename(tx: Writer, channel: Channel, name: string): Promise<void> {
      await tx.run(renameChannel, { id: channel.id, name })
      tx.onCommit(() => bus.publish('channel-changed', { channelId: channel.id }))
    },

    /** Whether anybody has ever signed in to any of them. */
    async anyHadSignIn(reader: Reader): Promise<boolean> {
      return (await reader.get(findSignedIn, {})) !== undefined
    },

    /** Whether anybody has ever signed in to it. */
    async hadSignIn(channel: Channel): Promise<boolean> {
      return ((await db.get(findChannel, { id: channel.id }))?.last_sign_in_at ?? null) !== null
    },

    async markSignIn(tx: Writer, channel: { readonly id: number }): Promise<void> {
      await tx.run(markSignIn, { id: channel.id, now: clock.now() })
    },
  }
}

function asChannel(row: ChannelRow): Channel {
  const { id, name, time_zone: timeZone, rehearsal_of: owner } = row
  return { id, name, timeZone, isTestChannel: owner !== null, ownerId: owner ?? id }
}
