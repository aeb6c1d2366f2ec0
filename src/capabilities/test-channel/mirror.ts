import type { SharedContent } from '../../definitions/define-event.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { createMutex } from '../../kernel/mutex.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { type RowKey, rowKeyOf, sharedContents } from './shared-content.ts'

/** Rows of one kind that are remembered one by one. Beyond this number all of them are copied. */
const maxRows = 500
/** A test channel that was used since then gets each change right after it. */
const inUseMs = 15 * 60_000
/** In place of a row: all content of its kind. */
const everything = ''

type Of = { channel: number; content: SharedContent }

/** Only of channels that have a test channel. */
const insertChange = sql<Of & { key: string }>(
  `INSERT INTO test_channel_changes (channel_id, content, row_key)
   SELECT id, CAST(:content AS TEXT), CAST(:key AS TEXT) FROM channels WHERE id = :channel AND rehearsal_of IS NULL
   ON CONFLICT (channel_id, content, row_key) DO NOTHING`,
)
const countChanges = sql<Of, { count: number }>(
  'SELECT count(*) AS count FROM test_channel_changes WHERE channel_id = :channel AND content = :content',
)
const deleteOfContent = sql<Of>('DELETE FROM test_channel_changes WHERE channel_id = :channel AND content = :content')
const listChanges = sql<{ channel: number; limit: number }, { content: SharedContent; row_key: string }>(
  `SELECT content, row_key FROM test_channel_changes WHERE channel_id = :channel
   ORDER BY content, row_key LIMIT :limit`,
)
const maxChanges = (maxRows + 2) * Object.keys(sharedContents).length

export type TestChannelMirror = ReturnType<typeof createTestChannelMirror>

/**
 * Test keys act on a test channel with the same content: alerts, automations, effects, songs, commands, shows, widgets,
 * settings and definitions of values. A change is remembered in its transaction as the row that it changed, and copied
 * when the test channel is used next, or at once while it is in use. So a change costs the same however much content a
 * channel has, and a test channel that nobody uses costs nothing. Viewers, chat and totals of the test channel are its
 * own.
 */
export function createTestChannelMirror(needs: {
  db: Database
  clock: Clock
  bus: Bus
  channels: Channels
  events: Events
  log: Log
  /** Whether overlay pages of the channel are open. */
  isShown: (channelId: number) => boolean
}) {
  const { db, clock, bus, channels, events, log, isShown } = needs
  /** Channels of which everything is copied, as far as this node knows. */
  const upToDate = new Set<number>()
  /** Channels with a change since the last copy began. */
  const changed = new Set<number>()
  const usedAt = new Map<number, number>()
  const alone = createMutex<number>()
  const running = new Set<Promise<void>>()

  events.onAppending((tx, channelId, { kind, data }) => {
    const content = eventRegistry.find(kind)?.changes
    if (content === undefined) return undefined
    tx.onCommit(() => keepUp(channelId))
    return remember(tx, channelId, content, data)
  })

  async function remember(
    tx: Writer,
    channel: number,
    content: SharedContent,
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const rows = sharedContents[content].rowsIn(data)
    const isKnown = rows.length <= maxRows && rows.every((row) => typeof row === 'number' || typeof row === 'string')
    for (const row of isKnown ? rows : [everything]) await tx.run(insertChange, { channel, content, key: String(row) })
    const { count = 0 } = (await tx.get(countChanges, { channel, content })) ?? {}
    if (count <= maxRows) return
    await tx.run(deleteOfContent, { channel, content })
    await tx.run(insertChange, { channel, content, key: everything })
  }

  /** After a change of this node. The others copy when they are used. */
  function keepUp(channelId: number): void {
    noteChange(channelId)
    void track(copyIfInUse(channelId), channelId)
  }

  function noteChange(channelId: number): void {
    upToDate.delete(channelId)
    changed.add(channelId)
  }

  async function copyIfInUse(channelId: number): Promise<void> {
    const channel = await channels.find(channelId)
    if (channel === undefined || channel.isTestChannel) return
    const testChannel = await channels.testChannelOf(channel)
    const isRecent = clock.steady() - (usedAt.get(channelId) ?? Number.NEGATIVE_INFINITY) < inUseMs
    if (isRecent || isShown(testChannel.id)) await copy(testChannel)
  }

  async function copy({ id: channel, ownerId: from }: Channel): Promise<void> {
    await alone(from, async () => {
      if (upToDate.has(from)) return
      changed.delete(from)
      const changes = await db.all(listChanges, { channel: from, limit: 1 })
      if (changes.length > 0) await db.write((tx) => copyChanges(tx, { channel, from }))
      if (!changed.has(from)) upToDate.add(from)
    })
  }

  async function copyChanges(tx: Writer, pair: { channel: number; from: number }): Promise<void> {
    const changes = await tx.all(listChanges, { channel: pair.from, limit: maxChanges })
    const rowsOf = Map.groupBy(changes, ({ content }) => content)
    for (const [content, rows] of rowsOf) {
      const keys = rows.map(({ row_key: key }) => key)
      if (keys.includes(everything)) await copyAll(tx, content, pair)
      else
        await copyRows(
          tx,
          content,
          keys.map((key) => rowKeyOf(content, key)),
          pair,
        )
      await tx.run(deleteOfContent, { channel: pair.from, content })
    }
    tx.onCommit(() => {
      for (const content of rowsOf.keys()) announce(content, pair.channel)
    })
  }

  async function copyAll(tx: Writer, content: SharedContent, pair: { channel: number; from: number }): Promise<void> {
    const { copies, numbering } = sharedContents[content]
    for (const { clear, fill } of copies) {
      await tx.run(clear, pair)
      await tx.run(fill, pair)
    }
    const last = numbering && (await tx.get(numbering.findLast, { channel: pair.channel }))
    if (numbering !== undefined && last !== undefined) await tx.reserve(numbering.sequence, pair.channel, last.id)
  }

  /** All are removed before the first is added, because two may have exchanged their names. */
  async function copyRows(
    tx: Writer,
    content: SharedContent,
    keys: readonly RowKey[],
    pair: { channel: number; from: number },
  ): Promise<void> {
    const { copies, numbering } = sharedContents[content]
    for (const { clearRow } of copies) {
      for (const clear of clearRow) for (const key of keys) await tx.run(clear, { ...pair, key })
    }
    for (const { fillRow } of copies) for (const key of keys) await tx.run(fillRow, { ...pair, key })
    if (numbering !== undefined) await tx.reserve(numbering.sequence, pair.channel, Math.max(...keys.map(Number)))
  }

  function announce(content: SharedContent, channelId: number): void {
    if (content === 'automation') bus.publish('automations-changed', { channelId })
    if (content === 'command') bus.publish('commands-changed', { channelId })
    if (content === 'setting') bus.publish('settings-changed', { channelId })
    if (content === 'song') bus.publish('player-changed', { channelId })
    if (content === 'widget') bus.publish('widgets-changed', { channelId })
  }

  /** A test channel with older content is better than none. */
  function track(work: Promise<void>, channelId: number): Promise<void> {
    const copying = work
      .catch((error: unknown) => log.error('changes were not copied to the test channel', { channelId, error }))
      .finally(() => running.delete(copying))
    running.add(copying)
    return copying
  }

  const stops = [
    bus.subscribe('event', ({ channelId, event }) => {
      if (eventRegistry.find(event.kind)?.changes !== undefined) noteChange(channelId)
    }),
    bus.subscribe('missed-messages', () => {
      for (const channelId of [...upToDate, ...usedAt.keys()]) noteChange(channelId)
    }),
  ]

  return {
    /** Before a test channel is used. Undefined when it has everything. */
    prepare(testChannel: Channel): Promise<void> | undefined {
      const { ownerId } = testChannel
      usedAt.set(ownerId, clock.steady())
      return upToDate.has(ownerId) ? undefined : track(copy(testChannel), ownerId)
    },

    /** Resolves when nothing is being copied. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}
