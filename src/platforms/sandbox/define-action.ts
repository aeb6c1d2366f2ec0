import { anyPlatform, maxNameLength } from '../../definitions/fields.ts'
import { type ObjectSchema, object, type Static, text } from '../../kernel/schema/schema.ts'
import { type Platform, platformNamed } from '../contract/platforms.ts'
import type { PlatformAccount, PlatformUser } from '../platform.ts'
import type { SandboxCategories } from './categories.ts'
import type { SandboxChannelWorld } from './channel-world.ts'
import type { Faults } from './faults.ts'
import type { SandboxPolls } from './polls.ts'
import type { SandboxRewards } from './rewards.ts'
import type { SandboxWorld } from './world.ts'

/** What an action can use: the sandbox and the channel of the caller. */
export interface SandboxActionContext {
  readonly world: SandboxWorld
  readonly channelWorld: SandboxChannelWorld
  readonly categories: Pick<SandboxCategories, 'get'>
  readonly faults: Pick<Faults, 'failNext'>
  readonly rewards: Pick<SandboxRewards, 'redeem'>
  readonly polls: Pick<SandboxPolls, 'vote'>
  /** The sandbox account of the platform. Throws if the platform is not connected to the sandbox. */
  account(platform: Platform): Promise<PlatformAccount>
  connect(platform: Platform): Promise<void>
  disconnect(platform: Platform): Promise<void>
}

interface ActionDefinition<I extends ObjectSchema, O extends ObjectSchema> {
  /** The last part of the URL. */
  readonly name: string
  readonly summary: string
  readonly input: I
  readonly output: O
  handle(input: Static<I>, stage: SandboxActionContext): Promise<Static<O>>
}

/** An action of the sandbox, without its type parameters. */
export interface SandboxAction extends Omit<ActionDefinition<ObjectSchema, ObjectSchema>, 'handle'> {
  handle(input: unknown, stage: SandboxActionContext): Promise<unknown>
}

export function defineAction<I extends ObjectSchema, O extends ObjectSchema>(
  definition: ActionDefinition<I, O>,
): SandboxAction {
  return definition as unknown as SandboxAction
}

/** The fields of an action of a viewer. */
export const viewer = {
  platform: anyPlatform,
  username: text({ max: maxNameLength, cleaning: 'name', description: 'A viewer of the sandbox.' }),
}
export const where = object({ platform: anyPlatform })
export const nothing = object({})

/** The account and the viewer that an action names. */
export async function resolve(
  input: { readonly platform: Parameters<typeof platformNamed>[0]; readonly username: string },
  { world, account }: SandboxActionContext,
): Promise<[PlatformAccount, PlatformUser]> {
  const platform = platformNamed(input.platform)
  return [await account(platform), world.getUser(platform, input.username)]
}
