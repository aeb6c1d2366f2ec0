import type { PlatformUser } from '../account.ts'
import type { PlatformDefinition } from '../contract/definition.ts'
import { type Platform, platformOfName } from '../contract/platforms.ts'
import type { PlatformConnector } from '../platform.ts'
import type { SandboxAnswer } from './answers.ts'
import type { SandboxPolls } from './polls.ts'
import { type SandboxRewards, toRedemption } from './rewards.ts'
import type { SandboxPeople } from './users.ts'

/** As on the real platform. */
const notOnKick = ['maxPerStream', 'maxPerUserPerStream', 'cooldownSeconds'] as const

export interface InteractionParts {
  readonly people: SandboxPeople
  readonly rewards: SandboxRewards
  readonly polls: SandboxPolls
}

/** Rewards, polls and predictions of a sandbox connector, where the platform has them. */
export function sandboxInteractions(
  platform: Platform,
  { people, rewards, polls }: InteractionParts,
  answer: SandboxAnswer,
): Pick<PlatformConnector, 'rewards' | 'polls' | 'predictions'> {
  const allows: PlatformDefinition['allows'] = platformOfName(platform).allows

  /** The name of a viewer who was erased in the meantime is all that is left. */
  function userOf(username: string): PlatformUser {
    return people.find(platform, { username }) ?? { id: '', username, displayname: username }
  }

  return {
    ...(allows.rewards && {
      rewards: {
        lacks: platform === 'kick' ? notOnKick : [],
        list: (account, signal) => answer('rewards', account, signal, () => rewards.list(account)),
        create: (account, reward, signal) => answer('rewards', account, signal, () => rewards.create(account, reward)),
        update: (account, id, change, signal) =>
          answer('rewards', account, signal, () => rewards.update(account, id, change)),
        remove: (account, id, signal) => answer('rewards', account, signal, () => rewards.remove(account, id)),
        listRedemptions: (account, wanted, signal) =>
          answer('rewards', account, signal, async () => {
            const rows = await rewards.redemptions(account, wanted)
            return rows.map((row) => ({ ...toRedemption(row), user: userOf(row.username) }))
          }),
        settle: (account, { redemptionId: id, status }, signal) =>
          answer('rewards', account, signal, async () => {
            const { reward_id: rewardId } = await rewards.settle(account, { id, status, userOf })
            return { rewardId }
          }),
      },
    }),

    ...(allows.polls && {
      polls: {
        create: (account, poll, signal) => answer('polls', account, signal, () => polls.createPoll(account, poll)),
        list: (account, signal) => answer('polls', account, signal, () => polls.listPolls(account)),
        end: (account, id, signal) => answer('polls', account, signal, () => polls.endPoll(account, id)),
      },
    }),

    ...(allows.predictions && {
      predictions: {
        create: (account, prediction, signal) =>
          answer('predictions', account, signal, () => polls.createPrediction(account, prediction)),
        list: (account, signal) => answer('predictions', account, signal, () => polls.listPredictions(account)),
        find: (account, id, signal) => answer('predictions', account, signal, () => polls.findPrediction(account, id)),
        end: (account, id, end, signal) =>
          answer('predictions', account, signal, () => polls.endPrediction(account, id, end)),
      },
    }),
  }
}
