import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Names } from '../../registry/names.ts'
import { type Platform, wordFor } from '../contract/platforms.ts'
import type { PlatformAccount } from '../platform.ts'
import type { Platforms } from '../platforms.ts'
import { sandboxActions } from './actions.ts'
import type { SandboxCategories } from './categories.ts'
import type { SandboxChannelWorld } from './channel-world.ts'
import { sandboxName } from './connector.ts'
import type { SandboxAction, SandboxActionContext } from './define-action.ts'
import type { Faults } from './faults.ts'
import { sandboxMessages } from './messages.ts'
import type { SandboxPolls } from './polls.ts'
import type { SandboxRewards } from './rewards.ts'
import { broadcasterOf } from './users.ts'
import type { SandboxWorld } from './world.ts'

interface ChannelName {
  readonly id: number
  readonly name: string
  readonly isTestChannel: boolean
}

export interface PreparedAction {
  readonly action: SandboxAction
  /** Validates the body, runs the action and returns the answer as JSON. */
  run(channel: ChannelName, body: unknown): Promise<string>
}

export type SandboxControls = ReturnType<typeof createSandboxControls>

/** The actions of the sandbox, ready to run on a channel. They are called with an API key or from the sandbox page. */
export function createSandboxControls(needs: {
  db: Database
  clock: Clock
  platforms: Platforms
  world: SandboxWorld
  channelWorld: SandboxChannelWorld
  categories: Pick<SandboxCategories, 'get'>
  faults: Pick<Faults, 'failNext'>
  rewards: SandboxRewards
  polls: SandboxPolls
  names: Names
}) {
  const { db, clock, platforms, world, channelWorld, categories, faults, rewards, polls, names } = needs

  function prepare(action: SandboxAction): PreparedAction {
    const readWire = createInputReader<unknown>(names.accepted(action.input))
    const toSpec = names.toSpec?.(action.input)
    const toWire = names.toWire?.(action.output)
    return {
      action,
      async run(channel, body) {
        const sent = readWire(body)
        const output = await action.handle(toSpec === undefined ? sent : toSpec(sent), contextOf(channel))
        const shown = toWire === undefined ? output : toWire(output)
        return JSON.stringify({ success: true, ...(shown as Record<string, unknown>) })
      },
    }
  }

  async function find({ id }: ChannelName, platform: Platform): Promise<PlatformAccount | undefined> {
    const connection = await platforms.find(id, platform)
    return connection?.connector.name === sandboxName ? connection.account : undefined
  }

  async function get(channel: ChannelName, platform: Platform): Promise<PlatformAccount> {
    const account = await find(channel, platform)
    if (account === undefined) {
      throw new Failure('not_found', {
        message: sandboxMessages.notOnSandbox.of({ platform: { specName: wordFor(platform) } }),
      })
    }
    return account
  }

  function contextOf(channel: ChannelName): SandboxActionContext {
    return {
      world,
      channelWorld,
      categories,
      faults,
      rewards,
      polls,
      account: (platform) => get(channel, platform),
      async connect(platform) {
        // A connected real account is not replaced.
        if ((await platforms.find(channel.id, platform)) !== undefined) return void (await get(channel, platform))
        const user = broadcasterOf(channel, platform)
        await db.write((tx) => platforms.connect(tx, channel.id, platform, sandboxName, user, clock.now()))
      },
      async disconnect(platform) {
        await get(channel, platform)
        await db.write((tx) => platforms.disconnect(tx, channel.id, platform))
      },
    }
  }

  const prepared = new Map(sandboxActions.map((action) => [action.name, prepare(action)]))

  return {
    find,

    isOnSandbox: platforms.isWhollyOnSandbox,

    /** The sandbox can be controlled only where nothing can reach a real platform. */
    async requireOnSandbox(channel: ChannelName): Promise<void> {
      if (await platforms.isWhollyOnSandbox(channel)) return
      throw new Failure('unknown_operation', { message: sandboxMessages.notOnlySandbox.of() })
    },

    get(name: string): PreparedAction {
      const action = prepared.get(name)
      if (action === undefined) {
        throw new Failure('not_found', {
          message: sandboxMessages.unknownAction.of({ actions: [...prepared.keys()].join(', ') }),
        })
      }
      return action
    },
  }
}
