import { flag } from '../../contract/fields.ts'
import type { Platform } from '../../contract/platforms.ts'
import { anyValue, integer, list, mapOf, nullable, object, type Static, text } from '../../contract/schema.ts'
import type { Command } from '../../features/commands/command.ts'

const time = nullable(text({ description: 'ISO 8601, or null when it never happened.' }))

const shown = {
  id: integer(),
  command: text({ description: 'The primary name.' }),
  aliases: list(text(), { description: 'Other names that run it.' }),
  active: flag('1 when it is switched on.'),
  show_in_list: flag('1 when it stands in the public command list.'),
  cooldown_global_seconds: integer(),
  cooldown_user_seconds: integer(),
  message: text({ description: 'The reply, with its variables as written.' }),
  permissions: list(text(), { description: 'Roles that may run it.' }),
  denied_permissions: list(text(), { description: 'Roles that may not; they win.' }),
  action_json: anyValue({ description: 'What it does beside replying: {"version": 1, "steps": [...]}.' }),
  platform_alpha: flag('1 when it works on PlatformA.'),
  platform_beta: flag('1 when it works on PlatformB.'),
  platform_tiktok_flag: flag('1 when it works on PlatformD.'),
  platform_video_flag: flag('1 when it works on PlatformC.'),
  auto_message_interval_minutes: integer({ description: '0 when it is not sent by itself.' }),
  auto_message_min_chat_count: integer({ description: 'Chat messages before the next automatic one.' }),
  last_run_at: time,
  last_global_run_at: time,
  last_user_run_data: mapOf(text(), { description: 'User id to the time of the last run, the newest hundred.' }),
  points_cost: integer(),
  coin_cost: integer(),
  delete_cost: integer({ description: 'Points on top when a step deletes a message.' }),
  only_game_ids: list(integer(), { description: 'Category ids it works in; all when empty.' }),
  blocked_game_ids: list(integer(), { description: 'Category ids it does not work in.' }),
  last_auto_message_alpha_at: time,
  last_auto_message_beta_at: time,
}

export const commandRecord = object({
  ...shown,
  raw: object(
    {
      ...shown,
      api_enabled: flag('1 when a key may run it.'),
      run_count: integer({ description: 'Runs in all.' }),
    },
    { description: 'The record as it is stored.' },
  ),
})

export function recordOf(command: Command): Static<typeof commandRecord> {
  const fields = {
    id: command.id,
    command: command.command,
    aliases: command.aliases,
    active: flagOf(command.active),
    show_in_list: flagOf(command.showInList),
    cooldown_global_seconds: command.cooldownGlobalSeconds,
    cooldown_user_seconds: command.cooldownUserSeconds,
    message: command.message,
    permissions: command.permissions,
    denied_permissions: command.deniedPermissions,
    action_json: command.actions,
    platform_alpha: worksOn(command, 'kick'),
    platform_beta: worksOn(command, 'twitch'),
    platform_tiktok_flag: worksOn(command, 'tiktok'),
    platform_video_flag: worksOn(command, 'youtube'),
    auto_message_interval_minutes: command.autoMessageIntervalMinutes,
    auto_message_min_chat_count: command.autoMessageMinChatCount,
    last_run_at: timeOf(command.lastRunAt),
    last_global_run_at: timeOf(command.lastGlobalRunAt),
    last_user_run_data: Object.fromEntries(
      Object.entries(command.lastUserRuns).map(([userId, at]) => [userId, new Date(at).toISOString()]),
    ),
    points_cost: command.pointsCost,
    coin_cost: command.coinCost,
    delete_cost: command.deleteCost,
    only_game_ids: command.onlyGameIds,
    blocked_game_ids: command.blockedGameIds,
    last_auto_message_alpha_at: timeOf(command.lastAutoAt.kick),
    last_auto_message_beta_at: timeOf(command.lastAutoAt.twitch),
  }
  return { ...fields, raw: { ...fields, api_enabled: flagOf(command.apiEnabled), run_count: command.runCount } }
}

export function flagOf(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function worksOn(command: Command, platform: Platform): 0 | 1 {
  return flagOf(command.platforms.includes(platform))
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
