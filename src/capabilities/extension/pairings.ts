import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { timingSafeEqual } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Cause, Events } from '../events/events.ts'
import { hashSecret } from '../keys/key-format.ts'
import type { BrowserWords } from './contract/extension-messages.ts'
import { extensionErrors } from './messages.ts'
import { makeExtensionToken, makePairingCode, pairingNamedBy, readPairingCode } from './pairing-codes.ts'

const codeLifeMs = 10 * 60_000
export const maxBrowsers = 5

interface PairingRow {
  readonly id: string
  readonly hash: string
  readonly browser: string
  readonly version: string
  readonly paired_at: number
  readonly seen_at: number | null
}

const dropCodes = sql<{ channel: number; now: number }>(
  'DELETE FROM extension_codes WHERE channel_id = :channel OR expires_at <= :now',
)
const insertCode = sql<{ hash: string; channel: number; expiresAt: number }>(
  'INSERT INTO extension_codes (hash, channel_id, expires_at) VALUES (:hash, :channel, :expiresAt)',
)
const takeCode = sql<{ hash: string; now: number }, { channel_id: number }>(
  'DELETE FROM extension_codes WHERE hash = :hash AND expires_at > :now RETURNING channel_id',
)
const listPairings = sql<{ channel: number }, PairingRow>(
  `SELECT id, hash, browser, version, paired_at, seen_at FROM extension_pairings
   WHERE channel_id = :channel ORDER BY paired_at, id LIMIT 100`,
)
const findPairing = sql<{ channel: number; id: string }, PairingRow>(
  `SELECT id, hash, browser, version, paired_at, seen_at FROM extension_pairings
   WHERE channel_id = :channel AND id = :id`,
)
const insertPairing = sql<{
  channel: number
  id: string
  hash: string
  browser: string
  version: string
  now: number
}>(
  `INSERT INTO extension_pairings (channel_id, id, hash, browser, version, paired_at, seen_at)
   VALUES (:channel, :id, :hash, :browser, :version, :now, NULL)`,
)
const noteSeen = sql<{ channel: number; id: string; version: string; now: number }>(
  'UPDATE extension_pairings SET seen_at = :now, version = :version WHERE channel_id = :channel AND id = :id',
)
const deletePairing = sql<{ channel: number; id: string }, { browser: string }>(
  'DELETE FROM extension_pairings WHERE channel_id = :channel AND id = :id RETURNING browser',
)

/** A browser whose extension may create clips for a channel. */
export interface Pairing {
  readonly id: string
  readonly browser: string
  readonly version: string
  readonly pairedAt: number
  readonly seenAt: number | null
}

/** The pairing of an extension that has connected. */
export interface PairedExtension {
  readonly channelId: number
  readonly id: string
  readonly channelName: string
}

export type Redeemed = (PairedExtension & { readonly token: string }) | 'invalid_code' | 'too_many_browsers'

export type Pairings = ReturnType<typeof createPairings>

/** Pairs browsers with channels: a one-time code is exchanged for a token. */
export function createPairings(needs: {
  db: Database
  clock: Clock
  ids: Ids
  events: Events
  bus: Bus
  channels: Channels
}) {
  const { db, clock, ids, events, bus, channels } = needs

  async function remove(tx: Writer, cause: Cause, id: string): Promise<void> {
    const channelId = cause.channel.id
    const removed = await tx.get(deletePairing, { channel: channelId, id })
    if (removed === undefined) throw new Failure('not_found', { message: extensionErrors.notPaired.of() })
    const data = { pairing_id: id, browser: removed.browser }
    await events.appendNew(tx, cause, { kind: 'extension.unpaired', data })
    tx.onCommit(() => bus.publish('extension-unpaired', { channelId, id }))
  }

  async function paired(channelId: number, id: string): Promise<PairedExtension | undefined> {
    const channel = await channels.find(channelId)
    return channel === undefined ? undefined : { channelId, id, channelName: channel.name }
  }

  return {
    /** A new code invalidates the previous one. */
    async makeCode(tx: Writer, cause: Cause): Promise<{ code: string; expiresAt: number }> {
      const code = makePairingCode(ids)
      const now = clock.now()
      const expiresAt = now + codeLifeMs
      await tx.run(dropCodes, { channel: cause.channel.id, now })
      await tx.run(insertCode, { hash: hashSecret(code), channel: cause.channel.id, expiresAt })
      return { code, expiresAt }
    },

    /** Exchanges a code for a token. A code works once. */
    async redeem(typed: string, { browser, version }: BrowserWords): Promise<Redeemed> {
      const code = readPairingCode(typed)
      if (code === undefined) return 'invalid_code'
      const now = clock.now()
      const made = await db.write(async (tx) => {
        const channel = (await tx.get(takeCode, { hash: hashSecret(code), now }))?.channel_id
        if (channel === undefined) return 'invalid_code'
        if ((await tx.all(listPairings, { channel })).length >= maxBrowsers) return 'too_many_browsers'
        const id = ids.next('pairing')
        const token = makeExtensionToken(ids, channel, id)
        await tx.run(insertPairing, { channel, id, hash: hashSecret(token), browser, version, now })
        const cause = { channel: { id: channel }, actor: 'extension', requestId: id }
        await events.appendNew(tx, cause, { kind: 'extension.paired', data: { pairing_id: id, browser } })
        return { channel, id, token }
      })
      if (typeof made === 'string') return made
      const who = await paired(made.channel, made.id)
      return who === undefined ? 'invalid_code' : { ...who, token: made.token }
    },

    async findByToken(token: string): Promise<PairedExtension | undefined> {
      const named = pairingNamedBy(token)
      if (named === undefined) return undefined
      const row = await db.get(findPairing, { channel: named.channelId, id: named.id })
      const isTheirs = row !== undefined && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashSecret(token)))
      return isTheirs ? paired(named.channelId, named.id) : undefined
    },

    async seen({ channelId, id }: PairedExtension, version: string): Promise<void> {
      await db.write((tx) => tx.run(noteSeen, { channel: channelId, id, version, now: clock.now() }))
    },

    async list(channelId: number): Promise<Pairing[]> {
      const rows = await db.all(listPairings, { channel: channelId })
      return rows.map(({ id, browser, version, paired_at: pairedAt, seen_at: seenAt }) => ({
        id,
        browser,
        version,
        pairedAt,
        seenAt,
      }))
    },

    remove,

    /** Removes the pairing at the request of the browser. */
    async forget({ channelId, id }: PairedExtension): Promise<void> {
      const cause = { channel: { id: channelId }, actor: 'extension', requestId: id }
      await db.write((tx) => remove(tx, cause, id))
    },
  }
}
