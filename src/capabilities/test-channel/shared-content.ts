import type { SharedContent } from '../../definitions/define-event.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Statement, sql } from '../../kernel/storage/database.ts'
import type { Sequence } from '../../kernel/storage/sequence.ts'

export type RowKey = string | number
type ChannelPair = { channel: number; from: number }
type RowPair = ChannelPair & { key: RowKey }

/** The statements that copy the rows of one table. */
interface Copy {
  readonly clear: Statement<ChannelPair, never>
  readonly fill: Statement<ChannelPair, never>
  /** Also removes a row of the test channel that would be in the way of the copy. */
  readonly clearRow: readonly Statement<RowPair, never>[]
  readonly fillRow: Statement<RowPair, never>
}

interface Content {
  readonly copies: readonly Copy[]
  /** The rows that an event of its kind has changed. */
  rowsIn(data: Readonly<Record<string, unknown>>): readonly unknown[]
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

/** By the content that an event changes. */
export const sharedContents: Readonly<Record<SharedContent, Content>> = {
  alert: numbered('alert', 'audio_alerts', 'id, name, name_key, points, status, settings, position', 'name_key'),
  automation: numbered(
    'automation',
    'automations',
    'id, name, name_key, active, trigger_type, definition, created_at',
    'name_key',
  ),
  effect: {
    copies: [
      copyOf('effects', 'overlay_id', 'overlay_id, name, effect_type, effect_settings, trigger_enabled, position'),
    ],
    rowsIn: ({ overlay_id: id, overlay_ids: ids }) => (Array.isArray(ids) ? ids : [id]),
  },
  song: numbered('song', 'songs', 'id, title, artist, source, seconds, position'),
  command: {
    ...numbered('command', 'commands', commandColumns),
    copies: [
      copyOf('commands', 'id', commandColumns),
      copyOf('command_words', 'command_id', 'word_key, command_id', { unique: 'word_key' }),
    ],
  },
  show: { ...numbered('show', 'shows', 'id, name, name_key, cues, changed_at'), rowsIn: ({ show_id: id }) => [id] },
  value: { copies: [valueDefinitions()], rowsIn: ({ name }) => [typeof name === 'string' ? nameKey(name) : undefined] },
  widget: {
    ...numbered('widget', 'widgets', 'id, name, type, settings, place, enabled, own_link, changed_at'),
    rowsIn: ({ widget_id: id }) => [id],
  },
  setting: {
    // The choice of music player is not copied: the test channel must not control a real player.
    copies: [copyOf('channel_settings', 'name', 'name, value, changed_at', { condition: "name <> 'music'" })],
    rowsIn: ({ name }) => [name],
  },
}

/** The key as its column has it. */
export function rowKeyOf(content: SharedContent, stored: string): RowKey {
  return sharedContents[content].numbering === undefined ? stored : Number(stored)
}

function numbered(sequence: Sequence, table: string, columns: string, unique?: string): Content {
  return {
    copies: [copyOf(table, 'id', columns, unique === undefined ? {} : { unique })],
    rowsIn: ({ id, ids }) => (Array.isArray(ids) ? ids : [id]),
    numbering: {
      sequence,
      findLast: sql<{ channel: number }, { id: number }>(
        `SELECT id FROM ${table} WHERE channel_id = :channel ORDER BY id DESC LIMIT 1`,
      ),
    },
  }
}

/** `unique`: a column, beside the key, whose value no two rows of a channel may share. */
function copyOf(
  table: string,
  key: string,
  columns: string,
  { condition = '1 = 1', unique }: { readonly condition?: string; readonly unique?: string } = {},
): Copy {
  const fill = `INSERT INTO ${table} (channel_id, ${columns})
    SELECT CAST(:channel AS BIGINT), ${columns} FROM ${table} WHERE channel_id = :from AND ${condition}`
  const clear = `DELETE FROM ${table} WHERE channel_id = :channel AND channel_id <> :from`
  const sameName = `${clear} AND ${unique} IN (SELECT ${unique} FROM ${table} WHERE channel_id = :from AND ${key} = :key)`
  return {
    clear: sql<ChannelPair>(clear),
    fill: sql<ChannelPair>(fill),
    clearRow: [
      sql<RowPair>(`${clear} AND ${key} = :key AND ${condition}`),
      ...(unique === undefined ? [] : [sql<RowPair>(sameName)]),
    ],
    fillRow: sql<RowPair>(`${fill} AND ${key} = :key`),
  }
}

/** What the test channel has counted stays; a new value starts with the content of the channel's, and no clock runs. */
function valueDefinitions(): Copy {
  const clear = `DELETE FROM named_values WHERE channel_id = :channel AND channel_id <> :from
    AND name_key NOT IN (SELECT name_key FROM named_values WHERE channel_id = :from)`
  const fill = (condition: string) =>
    `INSERT INTO named_values (channel_id, name_key, name, type, owner, lasts, settings, generation, size, value, recent,
       changed_at)
     SELECT CAST(:channel AS BIGINT), name_key, name, type, owner, lasts, settings, 1, size, value, '[]', changed_at
     FROM named_values WHERE channel_id = :from AND ${condition}
     ON CONFLICT (channel_id, name_key) DO UPDATE SET name = excluded.name, lasts = excluded.lasts,
       settings = excluded.settings`
  return {
    clear: sql<ChannelPair>(clear),
    fill: sql<ChannelPair>(fill('1 = 1')),
    clearRow: [sql<RowPair>(`${clear} AND name_key = :key`)],
    fillRow: sql<RowPair>(fill('name_key = :key')),
  }
}
