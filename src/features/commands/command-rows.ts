import { type Platform, platforms } from '../../contract/platforms.ts'
import { sql, type Value } from '../../storage/database.ts'
import { type Command, defaultCommand, type NewCommand } from './command.ts'

interface CommandRow {
  readonly id: number
  readonly command: string
  readonly aliases: string
  readonly active: number
  readonly show_in_list: number
  readonly api_enabled: number
  readonly cooldown_global_seconds: number
  readonly cooldown_user_seconds: number
  readonly message: string
  readonly permissions: string
  readonly denied_permissions: string
  readonly action_json: string
  readonly on_kick: number
  readonly on_twitch: number
  readonly on_youtube: number
  readonly on_tiktok: number
  readonly auto_message_interval_minutes: number
  readonly auto_message_min_chat_count: number
  readonly points_cost: number
  readonly coin_cost: number
  readonly delete_cost: number
  readonly only_game_ids: string
  readonly blocked_game_ids: string
  readonly run_count: number
  readonly last_run_at: number | null
  readonly last_global_run_at: number | null
  readonly last_user_runs: string
  readonly last_auto_kick_at: number | null
  readonly last_auto_twitch_at: number | null
  readonly last_auto_youtube_at: number | null
  readonly last_auto_tiktok_at: number | null
}

const made = `id, command, aliases, active, show_in_list, api_enabled, cooldown_global_seconds, cooldown_user_seconds,
  message, permissions, denied_permissions, action_json, on_kick, on_twitch, on_youtube, on_tiktok,
  auto_message_interval_minutes, auto_message_min_chat_count, points_cost, coin_cost, delete_cost, only_game_ids,
  blocked_game_ids`
const remembered = `run_count, last_run_at, last_global_run_at, last_user_runs, last_auto_kick_at, last_auto_twitch_at,
  last_auto_youtube_at, last_auto_tiktok_at`

export const findById = sql<{ channel: number; id: number }, CommandRow>(
  `SELECT ${made}, ${remembered} FROM commands WHERE channel_id = :channel AND id = :id`,
)
export const listAll = sql<{ channel: number; limit: number }, CommandRow>(
  `SELECT ${made}, ${remembered} FROM commands WHERE channel_id = :channel ORDER BY id LIMIT :limit`,
)
export const listAuto = sql<{ channel: number; limit: number }, CommandRow>(
  `SELECT ${made}, ${remembered} FROM commands
   WHERE channel_id = :channel AND auto_message_interval_minutes > 0 AND active = 1
   ORDER BY auto_message_interval_minutes, id LIMIT :limit`,
)
export const updateCommand = sql<Readonly<Record<string, Value>>>(
  `UPDATE commands SET command = :command, aliases = :aliases, active = :active, show_in_list = :showInList,
     api_enabled = :apiEnabled, cooldown_global_seconds = :cooldownGlobalSeconds,
     cooldown_user_seconds = :cooldownUserSeconds, message = :message, permissions = :permissions,
     denied_permissions = :deniedPermissions, action_json = :actions, on_kick = :kick, on_twitch = :twitch,
     on_youtube = :youtube, on_tiktok = :tiktok, auto_message_interval_minutes = :autoMessageIntervalMinutes,
     auto_message_min_chat_count = :autoMessageMinChatCount, points_cost = :pointsCost, coin_cost = :coinCost,
     delete_cost = :deleteCost, only_game_ids = :onlyGameIds, blocked_game_ids = :blockedGameIds
   WHERE channel_id = :channel AND id = :id`,
)
export const insertCommand = sql<Readonly<Record<string, Value>>>(
  `INSERT INTO commands (channel_id, ${made})
   VALUES (:channel, :id, :command, :aliases, :active, :showInList, :apiEnabled, :cooldownGlobalSeconds,
     :cooldownUserSeconds, :message, :permissions, :deniedPermissions, :actions, :kick, :twitch, :youtube, :tiktok,
     :autoMessageIntervalMinutes, :autoMessageMinChatCount, :pointsCost, :coinCost, :deleteCost, :onlyGameIds,
     :blockedGameIds)`,
)

export function insertParams(channelId: number, id: number, command: NewCommand): Readonly<Record<string, Value>> {
  const { platforms: on, ...fields } = { ...defaultCommand, ...command }
  return {
    channel: channelId,
    id,
    command: fields.command,
    message: fields.message,
    cooldownGlobalSeconds: fields.cooldownGlobalSeconds,
    cooldownUserSeconds: fields.cooldownUserSeconds,
    autoMessageIntervalMinutes: fields.autoMessageIntervalMinutes,
    autoMessageMinChatCount: fields.autoMessageMinChatCount,
    pointsCost: fields.pointsCost,
    coinCost: fields.coinCost,
    deleteCost: fields.deleteCost,
    active: flagOf(fields.active),
    showInList: flagOf(fields.showInList),
    apiEnabled: flagOf(fields.apiEnabled),
    aliases: JSON.stringify(fields.aliases),
    permissions: JSON.stringify(fields.permissions),
    deniedPermissions: JSON.stringify(fields.deniedPermissions),
    actions: JSON.stringify(fields.actions),
    onlyGameIds: JSON.stringify(fields.onlyGameIds),
    blockedGameIds: JSON.stringify(fields.blockedGameIds),
    ...Object.fromEntries(platforms.map((platform) => [platform, flagOf(on.includes(platform))])),
  }
}

export function asCommand(row: CommandRow): Command {
  const on: Readonly<Record<Platform, number>> = {
    kick: row.on_kick,
    twitch: row.on_twitch,
    youtube: row.on_youtube,
    tiktok: row.on_tiktok,
  }
  return {
    id: row.id,
    command: row.command,
    aliases: JSON.parse(row.aliases) as string[],
    active: row.active === 1,
    showInList: row.show_in_list === 1,
    apiEnabled: row.api_enabled === 1,
    cooldownGlobalSeconds: row.cooldown_global_seconds,
    cooldownUserSeconds: row.cooldown_user_seconds,
    message: row.message,
    permissions: JSON.parse(row.permissions) as string[],
    deniedPermissions: JSON.parse(row.denied_permissions) as string[],
    actions: JSON.parse(row.action_json),
    platforms: platforms.filter((platform) => on[platform] === 1),
    autoMessageIntervalMinutes: row.auto_message_interval_minutes,
    autoMessageMinChatCount: row.auto_message_min_chat_count,
    pointsCost: row.points_cost,
    coinCost: row.coin_cost,
    deleteCost: row.delete_cost,
    onlyGameIds: JSON.parse(row.only_game_ids) as number[],
    blockedGameIds: JSON.parse(row.blocked_game_ids) as number[],
    runCount: row.run_count,
    lastRunAt: row.last_run_at,
    lastGlobalRunAt: row.last_global_run_at,
    lastUserRuns: JSON.parse(row.last_user_runs) as Record<string, number>,
    lastAutoAt: {
      kick: row.last_auto_kick_at,
      twitch: row.last_auto_twitch_at,
      youtube: row.last_auto_youtube_at,
      tiktok: row.last_auto_tiktok_at,
    },
  }
}

function flagOf(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
