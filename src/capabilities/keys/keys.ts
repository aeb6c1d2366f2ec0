import type { BlockList } from 'node:net'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { createAddressList } from '../../kernel/http/address-list.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { allChannels } from '../../kernel/storage/sequences.ts'
import type { Channels } from '../channels/channels.ts'
import type { Cause, Events } from '../events/events.ts'
import { createDeckKeys } from './deck-keys.ts'
import { hashSecret, makeKey } from './key-format.ts'
import { type KeyRow, keyColumns, scopesOf } from './key-rows.ts'
import { keyErrors } from './messages.ts'

/** A key as the route needs it: everything that a request is checked against, cached. */
export interface Key {
  readonly id: string
  readonly hash: string
  /** The channel that its calls act on: for a test key the test channel. */
  readonly channel: Channel
  readonly ownerId: number
  readonly isTest: boolean
  readonly scopes: ReadonlySet<Scope>
  readonly addresses: BlockList | undefined
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  /** The deck that it opens, if it is the link of one. */
  readonly deckId: number | null
  /** The only operations that it may call, in the names of the specification; undefined: all that its scopes allow. */
  readonly operations: ReadonlySet<string> | undefined
  /** Raised when what it opens has changed. */
  readonly revision: number
  /** The limiter's counter names, by operation. */
  readonly quotaNames: Map<string, string>
}

/** A key as a person sees it in a list. */
export interface KeyEntry {
  readonly id: string
  readonly name: string
  readonly shown: string
  readonly isTest: boolean
  readonly scopes: readonly Scope[]
  readonly addresses: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  readonly deckId: number | null
}

export interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly isTest?: boolean
  readonly expiresAt?: number | null
  readonly addresses?: readonly string[]
  readonly deck?: { readonly id: number; readonly operations: readonly string[] }
}

const findByHash = sql<{ hash: string }, KeyRow>(`SELECT ${keyColumns} FROM api_keys WHERE hash = :hash`)
const findById = sql<{ channel: number; id: string }, KeyRow>(
  `SELECT ${keyColumns} FROM api_keys WHERE channel_id = :channel AND id = :id`,
)
const findHeld = sql<{ channel: number }, { found: number }>(
  `SELECT 1 AS found FROM api_keys
   WHERE channel_id = :channel AND (created_by <> 'first-start' OR last_used_at IS NOT NULL) LIMIT 1`,
)
const listKeys = sql<{ channel: number }, KeyRow>(
  `SELECT ${keyColumns} FROM api_keys WHERE channel_id = :channel ORDER BY created_at DESC, id LIMIT 500`,
)
const countLive = sql<{ channel: number; now: number }, { count: number }>(
  `SELECT count(*) AS count FROM api_keys
   WHERE channel_id = :channel AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)`,
)
const insertKey = sql<{
  channel: number
  id: string
  hash: string
  name: string
  prefix: string
  lastFour: string
  isTest: number
  scopes: string
  addresses: string
  now: number
  expiresAt: number | null
  createdBy: string
  deck: number | null
  operations: string | null
}>(
  `INSERT INTO api_keys (channel_id, id, hash, name, prefix, last_four, is_test, scopes, addresses, created_at,
     expires_at, created_by, deck_id, operations)
   VALUES (:channel, :id, :hash, :name, :prefix, :lastFour, :isTest, :scopes, :addresses, :now, :expiresAt, :createdBy,
     :deck, :operations)`,
)
const revokeKey = sql<{ channel: number; id: string; now: number }>(
  'UPDATE api_keys SET revoked_at = :now WHERE channel_id = :channel AND id = :id AND revoked_at IS NULL',
)
const shortenKey = sql<{ channel: number; id: string; expiresAt: number }>(
  'UPDATE api_keys SET expires_at = :expiresAt WHERE channel_id = :channel AND id = :id',
)
const touchKey = sql<{ channel: number; id: string; now: number }>(
  'UPDATE api_keys SET last_used_at = :now WHERE channel_id = :channel AND id = :id',
)
const insertAddress = sql<{ channel: number; id: string; address: string; now: number }>(
  `INSERT INTO api_key_addresses (channel_id, key_id, address, first_seen_at) VALUES (:channel, :id, :address, :now)
   ON CONFLICT (channel_id, key_id, address) DO NOTHING`,
)
const changeSequence = 'key-change'
const findChangeNumber = sql<{ channel: number; name: string }, { last: number }>(
  'SELECT last FROM id_sequences WHERE channel_id = :channel AND name = :name',
)

/** Enough for every use, and low enough that limits cannot be multiplied by creating keys. */
export const maxLiveKeys = 200
export const maxOverlapMs = 24 * 60 * 60 * 1000

export type Keys = ReturnType<typeof createKeys>

export function createKeys(needs: {
  db: Database
  clock: Clock
  ids: Ids
  events: Events
  bus: Bus
  channels: Channels
}) {
  const { db, clock, ids, events, bus, channels } = needs
  const deckKeys = createDeckKeys({ clock, maxKeys: maxLiveKeys, announceChange, revokeRow })

  async function get(channel: Channel, id: string): Promise<KeyRow> {
    const row = await db.get(findById, { channel: channel.id, id })
    if (row === undefined) throw new Failure('not_found', { message: keyErrors.unknown.of({ id }) })
    return row
  }

  /**
   * Every change of a key that was given out goes through here. Nodes drop their copy of the key: this one with the
   * commit, others by the bus or, should that message be lost, by the number of changes in the database.
   */
  async function announceChange(tx: Writer, hash: string): Promise<void> {
    await tx.next(changeSequence, allChannels)
    tx.onCommit(() => bus.publish('key-changed', { hash }))
  }

  async function create(
    tx: Writer,
    cause: Cause,
    wanted: NewKey,
  ): Promise<{ id: string; key: string; scopes: readonly Scope[] }> {
    const channel = cause.channel.id
    const now = clock.now()
    const live = (await tx.get(countLive, { channel, now }))?.count ?? 0
    if (live >= maxLiveKeys) {
      throw new Failure('invalid_parameter', { message: keyErrors.tooMany.of({ count: live }) })
    }
    const isTest = wanted.isTest ?? false
    const key = makeKey(ids, isTest)
    const id = ids.next('key')
    await tx.run(insertKey, {
      channel,
      id,
      hash: hashSecret(key),
      name: wanted.name,
      prefix: key.slice(0, 12),
      lastFour: key.slice(-4),
      isTest: isTest ? 1 : 0,
      scopes: JSON.stringify(wanted.scopes),
      addresses: JSON.stringify(wanted.addresses ?? []),
      now,
      expiresAt: wanted.expiresAt ?? null,
      createdBy: cause.actor,
      deck: wanted.deck?.id ?? null,
      operations: wanted.deck === undefined ? null : JSON.stringify(wanted.deck.operations),
    })
    await events.appendNew(tx, cause, {
      kind: 'key.created',
      data: { keyId: id, name: wanted.name, scopes: wanted.scopes },
    })
    return { id, key, scopes: wanted.scopes }
  }

  async function revokeRow(tx: Writer, cause: Cause, { id, hash, name }: KeyRow): Promise<void> {
    const changed = await tx.run(revokeKey, { channel: cause.channel.id, id, now: clock.now() })
    if (changed === 0) return
    await announceChange(tx, hash)
    await events.appendNew(tx, cause, { kind: 'key.revoked', data: { keyId: id, name } })
  }

  return {
    create,
    changeOfDeck: deckKeys.change,
    revokeOfDeck: deckKeys.revoke,

    /** The links of a deck that work, newest first. */
    async ofDeck(reader: Reader, channel: number, deck: number): Promise<KeyEntry[]> {
      return (await deckKeys.list(reader, channel, deck)).map(asEntry)
    },

    async findByHash(hash: string): Promise<Key | undefined> {
      const row = await db.get(findByHash, { hash })
      return row && asKey(row, channels)
    },

    /** Raised by every change of a key, on any node. */
    async changeNumber(): Promise<number> {
      return (await db.get(findChangeNumber, { channel: allChannels, name: changeSequence }))?.last ?? 0
    },

    /** The key by id, for callers that may use it without its secret. */
    async getById(channel: Channel, id: string): Promise<Key> {
      const key = await asKey(await get(channel, id), channels)
      if (key === undefined) throw new Failure('not_found', { message: keyErrors.unknown.of({ id }) })
      return key
    },

    /**
     * Whether somebody ever had a key of the channel. One that a first start made is nobody's until it is used: the
     * process may have ended before it was shown. Keys are never deleted.
     */
    async wasHeld(reader: Reader, channel: Channel): Promise<boolean> {
      return (await reader.get(findHeld, { channel: channel.id })) !== undefined
    },

    async list(channel: Channel): Promise<KeyEntry[]> {
      return (await db.all(listKeys, { channel: channel.id })).map(asEntry)
    },

    async revoke(cause: Cause & { channel: Channel }, id: string): Promise<void> {
      const row = await get(cause.channel, id)
      await db.write((tx) => revokeRow(tx, cause, row))
    },

    /** Creates a new key with the same rights; the old one works for `overlapMs`, so that clients can switch. */
    async roll(cause: Cause & { channel: Channel }, id: string, overlapMs: number) {
      const old = await get(cause.channel, id)
      const now = clock.now()
      if (old.deck_id !== null) throw new Failure('invalid_parameter', { message: keyErrors.ofDeck.of({ id }) })
      if (old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= now)) {
        throw new Failure('invalid_parameter', { message: keyErrors.notRotatable.of({ id }) })
      }
      return db.write(async (tx) => {
        const made = await create(tx, cause, {
          name: old.name,
          scopes: scopesOf(old),
          isTest: old.is_test === 1,
          expiresAt: old.expires_at,
          addresses: JSON.parse(old.addresses) as string[],
        })
        const end = Math.min(now + overlapMs, old.expires_at ?? Number.POSITIVE_INFINITY)
        if (overlapMs === 0) await tx.run(revokeKey, { channel: cause.channel.id, id, now })
        else await tx.run(shortenKey, { channel: cause.channel.id, id, expiresAt: end })
        const data = { keyId: id, name: old.name, newKeyId: made.id, overlapMs }
        await events.appendNew(tx, cause, { kind: 'key.rolled', data })
        await announceChange(tx, old.hash)
        return made
      })
    },

    /** Records when a key was used, and the first use from each address. */
    async noteUse(key: Key, address: string): Promise<void> {
      const channel = key.ownerId
      await db.write(async (tx) => {
        const now = clock.now()
        await tx.run(touchKey, { channel, id: key.id, now })
        const isNew = await tx.run(insertAddress, { channel, id: key.id, address, now })
        if (isNew === 0) return
        const cause = { channel: { id: channel }, actor: `key:${key.id}`, requestId: '' }
        await events.appendNew(tx, cause, { kind: 'key.new-address', data: { keyId: key.id, address } })
      })
    },
  }
}

/** Undefined if its channel is gone. */
async function asKey(row: KeyRow, channels: Channels): Promise<Key | undefined> {
  const owner = await channels.find(row.channel_id)
  if (owner === undefined) return undefined
  const addresses = JSON.parse(row.addresses) as string[]
  return {
    id: row.id,
    hash: row.hash,
    channel: row.is_test === 1 ? await channels.testChannelOf(owner) : owner,
    ownerId: owner.id,
    isTest: row.is_test === 1,
    scopes: new Set(scopesOf(row)),
    addresses: addresses.length === 0 ? undefined : createAddressList(addresses),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    deckId: row.deck_id,
    operations: row.operations === null ? undefined : new Set(JSON.parse(row.operations) as string[]),
    revision: row.revision,
    quotaNames: new Map(),
  }
}

function asEntry(row: KeyRow): KeyEntry {
  return {
    id: row.id,
    name: row.name,
    shown: `${row.prefix}…${row.last_four}`,
    isTest: row.is_test === 1,
    scopes: scopesOf(row),
    addresses: JSON.parse(row.addresses) as string[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    deckId: row.deck_id,
  }
}
