import type { Platform } from '../../contract/platforms.ts'

/** A week. */
export const maxCooldownSeconds = 7 * 24 * 60 * 60

/** A chat command as the broadcaster made it, with what is remembered of its runs. */
export interface Command {
  readonly id: number
  /** The bare word. What a chat line needs in front of it is a setting of the channel. */
  readonly command: string
  readonly aliases: readonly string[]
  readonly active: boolean
  readonly showInList: boolean
  /** Whether a key may run it. A command can do what its steps do, so this is the one switch a key needs. */
  readonly apiEnabled: boolean
  readonly cooldownGlobalSeconds: number
  readonly cooldownUserSeconds: number
  readonly message: string
  readonly permissions: readonly string[]
  readonly deniedPermissions: readonly string[]
  /** What the broadcaster wrote; `steps.ts` says what it makes of it when it runs. */
  readonly actions: unknown
  /** Where it is switched on. */
  readonly platforms: readonly Platform[]
  readonly autoMessageIntervalMinutes: number
  readonly autoMessageMinChatCount: number
  readonly pointsCost: number
  readonly coinCost: number
  readonly deleteCost: number
  readonly onlyGameIds: readonly number[]
  readonly blockedGameIds: readonly number[]
  readonly runCount: number
  readonly lastRunAt: number | null
  readonly lastGlobalRunAt: number | null
  /** User id to time, the newest hundred. */
  readonly lastUserRuns: Readonly<Record<string, number>>
  readonly lastAutoAt: Readonly<Record<Platform, number | null>>
}

type Remembered = 'id' | 'runCount' | 'lastRunAt' | 'lastGlobalRunAt' | 'lastUserRuns' | 'lastAutoAt'

export type NewCommand = Pick<Command, 'command'> & Partial<Omit<Command, Remembered | 'command'>>

/** What a command is when its maker says nothing more. */
export const defaultCommand: Omit<Command, Remembered | 'command'> = {
  aliases: [],
  active: true,
  showInList: true,
  apiEnabled: true,
  cooldownGlobalSeconds: 0,
  cooldownUserSeconds: 0,
  message: '',
  permissions: ['everyone'],
  deniedPermissions: [],
  actions: { version: 1, steps: [] },
  platforms: ['kick', 'twitch', 'youtube', 'tiktok'],
  autoMessageIntervalMinutes: 0,
  autoMessageMinChatCount: 0,
  pointsCost: 0,
  coinCost: 0,
  deleteCost: 0,
  onlyGameIds: [],
  blockedGameIds: [],
}
