import type { SharedContent } from '../../definitions/define-event.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { type Database, type Statement, sql } from '../../kernel/storage/database.ts'
import type { Sequence } from '../../kernel/storage/sequence.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { Channels } from '../channels/channels.ts'

type ChannelPair = { channel: number; from: number }

interface Copy {
  readonly clear: Statement<ChannelPair, never>
  readonly fill: Statement<ChannelPair, never>
  /** For numbered rows: reserves the copied ids, so that the test channel does not assign them again. */
  readonly numbering?: {
    readonly sequence: Sequence
    readonly findLast: Statement<{ channel: number }, { id: number }>
  }
}

/** Run counts and times are not copied; the test channel's own are reset by a change. */
const commandColumns = `id, command, aliases, active, show_in_list, api_enabled, cooldown_global_seconds,
  cooldown_user_seconds, message, permissions, denied_permissions, action_json, on_kick, on_twitch, on_youtube,
  on_tiktok, points_cost, coin_cost, delete_cost,
  only_game_ids, blocked_game_ids`

/** What the test channel has counted stays; a new value starts with the content of the channel's, and no clock runs. */
const valueDefinitions: Copy = {
  clear: sql<ChannelPair>(
    `DELETE FROM named_values WHERE channel_id = :channel AND channel_id <> :from
       AND name_key NOT IN (SELECT name_key FROM named_values WHERE channel_id = :from)`,
  ),
  fill: sql<ChannelPair>(
    `INSERT INTO named_values (channel_id, name_key, name, type, owner, lasts, settings, generation, size, value, recent,
       changed_at)
     SELECT CAST(:channel AS BIGINT), name_key, name, type, owner, lasts, settings, 1, size, value, '[]', changed_at
     FROM named_values WHERE channel_id = :from
     ON CONFLICT (channel_id, name_key) DO UPDATE SET name = excluded.name, lasts = excluded.lasts,
       settings = excluded.settings`,
  ),
}

/** By the content that an event changes. */
const copies: Readonly<Record<SharedContent, readonly Copy[]>> = {
  alert: [numbered('alert', 'audio_alerts', 'id, name, name_key, points, status, settings, position')],
  automation: [
    numbered('automation', 'automations', 'id, name, name_key, active, trigger_type, definition, created_at'),
  ],
  effect: [copyOf('effects', 'overlay_id, name, effect_type, effect_settings, trigger_enabled, position')],
  song: [numbered('song', 'songs', 'id, title, artist, source, seconds, position')],
  command: [numbered('command', 'commands', commandColumns), copyOf('command_words', 'word_key, command_id')],
  show: [numbered('show', 'shows', 'id, name, name_key, cues, changed_at')],
  value: [valueDefinitions],
  widget: [numbered('widget', 'widgets', 'id, name, type, settings, place, enabled, own_link, changed_at')],
  // The choice of music player is not copied: the test channel must not control a real player.
  setting: [copyOf('channel_settings', 'name, value, changed_at', "name <> 'music'")],
}

/**
 * Test keys act on a test channel with the same content: each change of alerts, automations, effects, songs, commands,
 * shows, widgets, settings and definitions of values is copied there right after it. Viewers, chat and totals of the test channel are its own.
 */
export function createTestChannelMirror(needs: { db: Database; bus: Bus; channels: Channels; log: Log }) {
  const { db, bus, channels, log } = needs
  const running = new Set<Promise<void>>()

  async function mirror(channelId: number, kind: SharedContent): Promise<void> {
    const channel = await channels.find(channelId)
    if (channel === undefined || channel.isTestChannel) return
    const testChannel = await channels.testChannelOf(channel)
    await db.write(async (tx) => {
      for (const { clear, fill, numbering } of copies[kind]) {
        await tx.run(clear, { channel: testChannel.id, from: channelId })
        await tx.run(fill, { channel: testChannel.id, from: channelId })
        if (numbering === undefined) continue
        const last = await tx.get(numbering.findLast, { channel: testChannel.id })
        if (last !== undefined) await tx.reserve(numbering.sequence, testChannel.id, last.id)
      }
      tx.onCommit(() => {
        if (kind === 'automation') bus.publish('automations-changed', { channelId: testChannel.id })
        if (kind === 'command') bus.publish('commands-changed', { channelId: testChannel.id })
        if (kind === 'setting') bus.publish('settings-changed', { channelId: testChannel.id })
        if (kind === 'song') bus.publish('player-changed', { channelId: testChannel.id })
        if (kind === 'widget') bus.publish('widgets-changed', { channelId: testChannel.id })
      })
    })
  }

  const unsubscribe = bus.subscribe('event', ({ channelId, event }) => {
    const changed = eventRegistry.find(event.kind)?.changes
    if (changed === undefined) return
    const copying = mirror(channelId, changed)
      .catch((error: unknown) => log.error('a change was not copied to the test channel', { channelId, error }))
      .finally(() => running.delete(copying))
    running.add(copying)
  })

  return {
    /** Resolves when all changes so far are copied. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
    close: unsubscribe,
  }
}

function numbered(sequence: Sequence, table: string, columns: string): Copy {
  const findLast = sql<{ channel: number }, { id: number }>(
    `SELECT id FROM ${table} WHERE channel_id = :channel ORDER BY id DESC LIMIT 1`,
  )
  return { ...copyOf(table, columns), numbering: { sequence, findLast } }
}

function copyOf(table: string, columns: string, condition = '1 = 1'): Copy {
  return {
    clear: sql<ChannelPair>(`DELETE FROM ${table} WHERE channel_id = :channel AND channel_id <> :from`),
    fill: sql<ChannelPair>(
      `INSERT INTO ${table} (channel_id, ${columns})
       SELECT CAST(:channel AS BIGINT), ${columns} FROM ${table} WHERE channel_id = :from AND ${condition}`,
    ),
  }
}
