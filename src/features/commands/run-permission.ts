import type { Platform } from '../../contract/platforms.ts'
import type { ChatRole } from '../../contract/roles.ts'
import { isMeant } from '../viewers/standing.ts'
import type { Command } from './command.ts'

/** Why a chat line does not run a command. */
export type Refusal = 'inactive' | 'platform' | 'role' | 'cooldown'

/** Everything but the price that stands between a chat line and a command. Denied wins over allowed. */
export function findRefusal(
  command: Command,
  asked: {
    readonly platform: Platform
    readonly username: string
    readonly roles: ReadonlySet<ChatRole>
    /** When they ran it last, where that matters. */
    readonly lastRunAt: number | undefined
    readonly now: number
  },
): Refusal | undefined {
  const { platform, username, roles, lastRunAt, now } = asked
  if (!command.active) return 'inactive'
  if (!command.platforms.includes(platform)) return 'platform'
  if (isMeant(command.deniedPermissions, username, roles)) return 'role'
  // The broadcaster may run whatever is not denied by name.
  if (!roles.has('broadcaster') && !isMeant(command.permissions, username, roles)) return 'role'
  const isCooling = (at: number | null | undefined, seconds: number) =>
    at !== null && at !== undefined && seconds > 0 && now - at < seconds * 1000
  if (isCooling(command.lastGlobalRunAt, command.cooldownGlobalSeconds)) return 'cooldown'
  return isCooling(lastRunAt, command.cooldownUserSeconds) ? 'cooldown' : undefined
}
