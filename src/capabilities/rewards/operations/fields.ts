import { maxAmount, maxNameLength, platformOf } from '../../../definitions/fields.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { boolean, integer, nullable, object, optional, text } from '../../../kernel/schema/schema.ts'
import type { Writer } from '../../../kernel/storage/database.ts'
import { type Platform, platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import type { PlatformReward, RewardSettings } from '../../../platforms/rewards.ts'
import type { RewardLink } from '../reward-links.ts'
import { rewardParameters } from '../rewards.ts'

/** The parameters and records that the operations on rewards share. */

export const rewardPlatform = platformOf(platformWords, 'The platform of the reward.')

const reference = (description: string) => optional(text({ max: maxNameLength, cleaning: 'line', description }))
export const rewardReference = {
  reward_id: reference('The reward by its id or its title.'),
  id: reference('The same as reward_id, as list-rewards calls it.'),
}
export const oneReward = { needsOne: [['reward_id', 'id']] } as const

/** Limits are turned off with 0. */
const limit = (max: number, description: string) => optional(integer({ min: 0, max, description }))

export const titleInput = text({ min: 1, max: 45, cleaning: 'line', description: 'What viewers read on the button.' })
export const costInput = integer({ min: 1, max: maxAmount, description: 'In channel points.' })

export const rewardSettingInput = {
  prompt: optional(text({ max: 200, cleaning: 'line', description: 'What viewers read before they redeem it.' })),
  enabled: optional(boolean({ description: 'Whether viewers see it.' })),
  paused: optional(boolean({ description: 'Whether it is shown but cannot be redeemed.' })),
  input_required: optional(boolean({ description: 'Whether viewers write a message when they redeem it.' })),
  skip_queue: optional(
    boolean({ description: 'Whether redemptions are fulfilled at once. Such redemptions cannot be refunded.' }),
  ),
  color: optional(text({ max: 7, cleaning: 'name', description: 'The background colour, #rrggbb.' })),
  max_per_stream: limit(maxAmount, 'How often it can be redeemed in a stream; 0 for no limit. Not on PlatformA.'),
  max_per_user_per_stream: limit(maxAmount, 'The same for each viewer. Not on PlatformA.'),
  cooldown_seconds: limit(604_800, 'The time between two redemptions; 0 for none. Not on PlatformA.'),
}

/** What this server does with redemptions, which the platform does not know. */
export const linkInput = {
  command: optional(
    text({
      max: maxNameLength,
      cleaning: 'line',
      description: 'The command that a redemption runs, by name or alias. What the viewer wrote becomes its $(args).',
    }),
  ),
  fulfil_after_run: optional(
    boolean({ description: 'Whether the redemption is fulfilled when the command ran; true for a new command.' }),
  ),
  refund_if_refused: optional(
    boolean({
      description:
        'Whether the redemption is refunded when the command was refused or failed; false for a new command.',
    }),
  ),
}

type SettingInput = {
  readonly title?: string
  readonly cost?: number
  readonly prompt?: string
  readonly enabled?: boolean
  readonly paused?: boolean
  readonly input_required?: boolean
  readonly skip_queue?: boolean
  readonly color?: string
  readonly max_per_stream?: number
  readonly max_per_user_per_stream?: number
  readonly cooldown_seconds?: number
}

export interface LinkInput {
  readonly command?: string
  readonly fulfil_after_run?: boolean
  readonly refund_if_refused?: boolean
}

/** Only what the caller sent. 0 turns a limit off. */
export function settingsIn(input: SettingInput): Partial<RewardSettings> {
  const names = Object.entries(rewardParameters) as [keyof RewardSettings, keyof SettingInput][]
  const limits: readonly string[] = ['max_per_stream', 'max_per_user_per_stream', 'cooldown_seconds']
  return Object.fromEntries(
    names.flatMap(([name, parameter]) => {
      const value = input[parameter]
      return value === undefined ? [] : [[name, limits.includes(parameter) && value === 0 ? null : value]]
    }),
  )
}

/** The command that the reward shall run; `keep` if nothing was sent about it. */
export async function linkIn(
  { commands, db }: Pick<Context, 'commands' | 'db'>,
  { channel }: Caller,
  { command: name, fulfil_after_run, refund_if_refused }: LinkInput,
  before: RewardLink | undefined,
): Promise<RewardLink | 'keep'> {
  if (name === undefined && (before === undefined || (fulfil_after_run ?? refund_if_refused) === undefined))
    return 'keep'
  const command = name === undefined ? undefined : await commands.get(db, channel.id, { command: name })
  const isSame = command === undefined || command.id === before?.commandId
  return {
    commandId: command?.id ?? before?.commandId ?? 0,
    command: command?.command ?? before?.command ?? '',
    fulfilAfterRun: fulfil_after_run ?? (isSame ? (before?.fulfilAfterRun ?? true) : true),
    refundIfRefused: refund_if_refused ?? (isSame ? (before?.refundIfRefused ?? false) : false),
  }
}

export async function saveLink(
  { rewardLinks }: Pick<Context, 'rewardLinks'>,
  tx: Writer,
  caller: Caller,
  { platform, reward, link }: { platform: Platform; reward: PlatformReward; link: RewardLink | undefined | 'keep' },
): Promise<void> {
  if (link !== 'keep') await rewardLinks.set(tx, caller, platform, reward, link)
}

export const rewardRecord = {
  id: text({ description: 'The id that the platform gave it.' }),
  title: text(),
  cost: integer({ description: 'In channel points.' }),
  prompt: text(),
  enabled: boolean(),
  paused: boolean(),
  input_required: boolean(),
  skip_queue: boolean(),
  color: text(),
  max_per_stream: nullable(integer()),
  max_per_user_per_stream: nullable(integer()),
  cooldown_seconds: nullable(integer()),
  can_manage: boolean({ description: 'false when another app created it: then only that app can change it.' }),
  command: nullable(text({ description: 'The command that a redemption runs.' })),
  fulfil_after_run: boolean(),
  refund_if_refused: boolean(),
}

export const rewardOutput = object({ platform: rewardPlatform, ...rewardRecord })

export function toRecord(reward: PlatformReward, link: RewardLink | undefined) {
  return {
    id: reward.id,
    title: reward.title,
    cost: reward.cost,
    prompt: reward.prompt,
    enabled: reward.enabled,
    paused: reward.paused,
    input_required: reward.inputRequired,
    skip_queue: reward.skipQueue,
    color: reward.color,
    max_per_stream: reward.maxPerStream,
    max_per_user_per_stream: reward.maxPerUserPerStream,
    cooldown_seconds: reward.cooldownSeconds,
    can_manage: reward.canManage,
    command: link?.command ?? null,
    fulfil_after_run: link?.fulfilAfterRun ?? false,
    refund_if_refused: link?.refundIfRefused ?? false,
  }
}

export function toAnswer(platform: Platform, reward: PlatformReward, link: RewardLink | undefined) {
  return { platform: wordFor(platform), ...toRecord(reward, link) }
}

export const recordExample = {
  id: 'reward_hydrate',
  title: 'Hydrate',
  cost: 100,
  prompt: 'Makes the streamer drink something.',
  enabled: true,
  paused: false,
  input_required: false,
  skip_queue: false,
  color: '#00E5CB',
  max_per_stream: null,
  max_per_user_per_stream: null,
  cooldown_seconds: null,
  can_manage: true,
  command: null,
  fulfil_after_run: false,
  refund_if_refused: false,
}
