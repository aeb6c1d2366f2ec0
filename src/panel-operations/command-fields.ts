import { maxAmount, maxNameLength } from '../contract/fields.ts'
import { platforms } from '../contract/platforms.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  type Static,
  text,
  withDefault,
} from '../contract/schema.ts'
import { type Command, defaultCommand, maxCooldownSeconds, type NewCommand } from '../features/commands/command.ts'

const maxMinutes = 7 * 24 * 60
const word = text({ min: 1, max: maxNameLength, cleaning: 'line' })
const roles = list(word, { max: 50 })
const games = list(integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { max: 100 })
const price = withDefault(integer({ min: 0, max: maxAmount }), 0)
const seconds = withDefault(integer({ min: 0, max: maxCooldownSeconds }), 0)

/** All that a person can say of a command. What is left out is as with a plain one. */
export const commandFields = {
  command: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'The word it answers to.' }),
  aliases: withDefault(list(word, { max: 50 }), []),
  active: withDefault(boolean(), true),
  show_in_list: withDefault(boolean(), true),
  api_enabled: withDefault(boolean({ description: 'Whether a key may run it.' }), true),
  cooldown_global_seconds: seconds,
  cooldown_user_seconds: seconds,
  message: withDefault(text({ max: 1500, cleaning: 'line', description: 'The reply, with its variables.' }), ''),
  permissions: withDefault(roles, defaultCommand.permissions),
  denied_permissions: withDefault(roles, []),
  actions: withDefault(anyObject({ description: '{"version": 1, "steps": [...]}' }), { version: 1, steps: [] }),
  platforms: withDefault(list(oneOf(platforms), { max: 4 }), defaultCommand.platforms),
  auto_message_interval_minutes: withDefault(integer({ min: 0, max: maxMinutes }), 0),
  auto_message_min_chat_count: withDefault(integer({ min: 0, max: 100_000 }), 0),
  points_cost: price,
  coin_cost: price,
  delete_cost: price,
  only_game_ids: withDefault(games, []),
  blocked_game_ids: withDefault(games, []),
}

const written = object(commandFields)
export type WrittenCommand = Static<typeof written>

/** A command as the panel shows it. */
export const commandView = object({
  id: integer(),
  ...commandFields,
  run_count: integer(),
  last_run_at: nullable(integer()),
})
export type CommandView = Static<typeof commandView>

export function writtenOf(command: Command): WrittenCommand {
  return {
    command: command.command,
    aliases: command.aliases,
    active: command.active,
    show_in_list: command.showInList,
    api_enabled: command.apiEnabled,
    cooldown_global_seconds: command.cooldownGlobalSeconds,
    cooldown_user_seconds: command.cooldownUserSeconds,
    message: command.message,
    permissions: command.permissions,
    denied_permissions: command.deniedPermissions,
    // Anything else than an object was never made here, and does nothing.
    actions: (command.actions ?? {}) as Readonly<Record<string, unknown>>,
    platforms: command.platforms,
    auto_message_interval_minutes: command.autoMessageIntervalMinutes,
    auto_message_min_chat_count: command.autoMessageMinChatCount,
    points_cost: command.pointsCost,
    coin_cost: command.coinCost,
    delete_cost: command.deleteCost,
    only_game_ids: command.onlyGameIds,
    blocked_game_ids: command.blockedGameIds,
  }
}

export function viewOf(command: Command): CommandView {
  const { id, runCount, lastRunAt } = command
  return { id, ...writtenOf(command), run_count: runCount, last_run_at: lastRunAt }
}

export function newCommandOf(input: WrittenCommand): NewCommand {
  return {
    command: input.command,
    aliases: input.aliases,
    active: input.active,
    showInList: input.show_in_list,
    apiEnabled: input.api_enabled,
    cooldownGlobalSeconds: input.cooldown_global_seconds,
    cooldownUserSeconds: input.cooldown_user_seconds,
    message: input.message,
    permissions: input.permissions,
    deniedPermissions: input.denied_permissions,
    actions: input.actions,
    platforms: input.platforms,
    autoMessageIntervalMinutes: input.auto_message_interval_minutes,
    autoMessageMinChatCount: input.auto_message_min_chat_count,
    pointsCost: input.points_cost,
    coinCost: input.coin_cost,
    deleteCost: input.delete_cost,
    onlyGameIds: input.only_game_ids,
    blockedGameIds: input.blocked_game_ids,
  }
}

export const exampleView: CommandView = {
  id: 1,
  command: 'hello',
  aliases: ['hi'],
  active: true,
  show_in_list: true,
  api_enabled: true,
  cooldown_global_seconds: 0,
  cooldown_user_seconds: 30,
  message: 'Hello $(user)!',
  permissions: ['everyone'],
  denied_permissions: [],
  actions: { version: 1, steps: [] },
  platforms: ['kick', 'twitch'],
  auto_message_interval_minutes: 0,
  auto_message_min_chat_count: 0,
  points_cost: 0,
  coin_cost: 0,
  delete_cost: 0,
  only_game_ids: [],
  blocked_game_ids: [],
  run_count: 3,
  last_run_at: 1_763_000_000_000,
}
