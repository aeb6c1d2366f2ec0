import { isMeant } from '../../definitions/is-meant.ts'
import type { ChatRole } from '../../definitions/roles.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Command } from './command.ts'

/** Why a chat message does not run a command. */
export type RunRefusal = 'inactive' | 'platform' | 'role' | 'cooldown'

/** Checks everything except the cost. Denied wins over allowed. */
export function findRefusal(
  command: Command,
  asked: {
    readonly platform: Platform
    readonly username: string
    readonly roles: ReadonlySet<ChatRole>
    /** When they last ran it, if the command has a user cooldown. */
    readonly lastRunAt: number | undefined
    readonly now: number
  },
): RunRefusal | undefined {
  const { platform, username, roles, lastRunAt, now } = asked
  if (!command.active) return 'inactive'
  if (!command.platforms.includes(platform)) return 'platform'
  if (isMeant(command.deniedPermissions, username, roles)) return 'role'
  // The broadcaster may run every command that is not denied to them.
  if (!roles.has('broadcaster') && !isMeant(command.permissions, username, roles)) return 'role'
  const isCooling = (at: number | null | undefined, seconds: number) =>
    at !== null && at !== undefined && seconds > 0 && now - at < seconds * 1000
  if (isCooling(command.lastGlobalRunAt, command.cooldownGlobalSeconds)) return 'cooldown'
  return isCooling(lastRunAt, command.cooldownUserSeconds) ? 'cooldown' : undefined
}
