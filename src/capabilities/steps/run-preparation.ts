import type { Caller } from '../../kernel/operation/caller.ts'
import { platforms as allPlatforms, type Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Execution } from './execution.ts'
import type { Run, RunCount } from './run.ts'
import { createRunUserResolver, type RunBy, type ViewerFinder } from './run-user.ts'
import type { Origin, StepSource, StepSubject } from './step-source.ts'

const noCount: RunCount = { get: () => Promise.resolve(1), isStored: () => true }

/** Finds out for whom and where steps run, before the first one does. */
export function createRunPreparation(needs: { readonly platforms: Platforms; readonly viewers: ViewerFinder }) {
  const { platforms } = needs
  const resolveRunUser = createRunUserResolver(needs)

  async function connectedOf(channelId: number): Promise<readonly Platform[]> {
    return (await platforms.connected(channelId)).map(({ account }) => account.platform)
  }

  async function prepare(by: Caller, source: StepSource, origin: Origin): Promise<Run> {
    const { platform, typedOn, user, args, messageId, redemption, data = {}, paidAlerts } = origin
    const { channel, requestId } = by
    const connected = await platforms.connected(channel.id, typedOn === undefined ? source.platforms : [typedOn])
    const repliesTo = connected.map(({ account }) => account.platform)
    // A command that replies nowhere can still be run by a key, and what its steps do is not a reply.
    const isSilent = typedOn === undefined && source.platforms.length === 0
    return {
      caller: { channel, actor: source.id, requestId },
      title: source.title,
      platform,
      repliesTo,
      actsOn: typedOn === undefined ? (isSilent ? await connectedOf(channel.id) : repliesTo) : [typedOn],
      channelName: (await platforms.find(channel.id, platform))?.account.username ?? channel.name,
      user,
      args,
      words: args.split(/\s+/).filter((word) => word !== ''),
      messageId,
      redemption,
      paidAlerts,
      count: source.count,
      data,
      response: { text: '' },
    }
  }

  async function originOf(
    execution: Execution,
    { channel }: Caller,
    asked: {
      readonly by: RunBy
      readonly platform: Platform | undefined
      readonly platforms: readonly Platform[]
      readonly depth: number
    } & Pick<Origin, 'args' | 'messageId' | 'redemption' | 'data' | 'isAnsweredElsewhere' | 'paidAlerts'>,
  ): Promise<Origin> {
    const { by, platform: typedOn, platforms: wanted, ...rest } = asked
    const [home] = await platforms.connected(channel.id, wanted)
    const platform = typedOn ?? home?.account.platform ?? 'kick'
    return { ...rest, platform, typedOn, user: await resolveRunUser(execution, channel, platform, by) }
  }

  async function openSubject(execution: Execution, caller: Caller, subject: StepSubject, depth: number) {
    const { source: id, title, by = 'broadcaster', platform, args = '', count = noCount } = subject
    const { platforms: wanted = allPlatforms, messageId, redemption, data } = subject
    const asked = { by, platform, platforms: wanted, args, depth, messageId, redemption, data }
    const source: StepSource = { id, title, platforms: wanted, count }
    return { source, origin: await originOf(execution, caller, asked) }
  }

  return { connectedOf, prepare, originOf, openSubject }
}
