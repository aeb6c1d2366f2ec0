import type { Channel } from '../../kernel/operation/channel.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { redemptionStatuses } from '../../platforms/contract/interaction-states.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import { type Redemption, redemptionEventId } from '../../platforms/rewards.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'

type InteractionEvent = Extract<PlatformEvent, { kind: 'redemption' | 'reward' | 'poll' | 'prediction' }>
type ReportOf<K extends InteractionEvent['kind']> = Extract<InteractionEvent, { kind: K }>

/** A reward that a viewer has just redeemed. */
export interface ReceivedRedemption {
  readonly channel: Channel
  readonly platform: Platform
  readonly viewer: Viewer
  readonly redemption: Redemption
}

export function isInteraction(event: PlatformEvent): event is InteractionEvent {
  return event.kind === 'redemption' || event.kind === 'reward' || event.kind === 'poll' || event.kind === 'prediction'
}

export type Interactions = ReturnType<typeof createInteractions>

/** Stores what platforms report about rewards, polls and predictions. */
export function createInteractions(needs: {
  events: Events
  viewers: Viewers
  /** Called after the commit for every new redemption that is not refunded. */
  onRedemption: (received: ReceivedRedemption) => void
  /** Called in the transaction of every report about a poll or a prediction. */
  onPoll: (
    tx: Writer,
    cause: Cause,
    platform: Platform,
    state: Pick<ReportOf<'poll'>, 'poll'> | Pick<ReportOf<'prediction'>, 'prediction'>,
  ) => Promise<unknown>
}) {
  const { events, viewers, onRedemption, onPoll } = needs

  /** Whether another status of the same redemption has been reported before. */
  async function isKnown(tx: Writer, cause: Cause, platform: Platform, event: ReportOf<'redemption'>) {
    for (const status of redemptionStatuses) {
      const externalId = `redemption:${redemptionEventId({ ...event, status })}`
      if (status !== event.status && (await events.isRepeat(tx, cause.channel.id, platform, externalId))) return true
    }
    return false
  }

  async function recordRedemption(
    tx: Writer,
    cause: Cause & { readonly channel: Channel },
    platform: Platform,
    event: ReportOf<'redemption'>,
    externalId: string,
  ): Promise<void> {
    const known = await isKnown(tx, cause, platform, event)
    // Reports may overtake each other: one that is settled never becomes pending again.
    if (known && event.status === 'pending') return
    const viewer = await viewers.ensure(tx, cause.channel, { platform, fresh: event.user })
    const { kind: _kind, id: _id, user, ...redemption } = event
    const isNew = !known && event.status !== 'refunded'
    await events.appendNew(tx, cause, {
      kind: isNew ? 'redemption.added' : 'redemption.updated',
      platform,
      viewerId: viewer.id,
      externalId,
      data: {
        redemption_id: redemption.redemptionId,
        reward_id: redemption.rewardId,
        reward: redemption.rewardTitle,
        cost: redemption.cost,
        user_id: user.id,
        username: user.username,
        displayname: user.displayname,
        message: redemption.message,
        status: redemption.status,
      },
    })
    if (isNew) tx.onCommit(() => onRedemption({ channel: cause.channel, platform, viewer, redemption }))
  }

  async function recordReward(
    tx: Writer,
    cause: Cause,
    platform: Platform,
    { change, reward }: ReportOf<'reward'>,
    externalId: string,
  ): Promise<void> {
    const { id: reward_id, title, cost, enabled, paused } = reward
    const data = { change, reward_id, reward: title, cost, enabled, paused }
    await events.appendNew(tx, cause, { kind: 'reward.changed', platform, externalId, data })
  }

  async function recordPoll(
    tx: Writer,
    cause: Cause,
    platform: Platform,
    { stage, poll }: ReportOf<'poll'>,
    externalId: string,
  ): Promise<void> {
    const { id, title, status, options, endsAt: ends_at } = poll
    const results = options.map((option) => ({ id: option.id, option: option.title, votes: option.votes }))
    const data = { id, title, status, results, ends_at }
    await events.appendNew(tx, cause, { kind: `poll.${stage}`, platform, externalId, data })
    await onPoll(tx, cause, platform, { poll })
  }

  async function recordPrediction(
    tx: Writer,
    cause: Cause,
    platform: Platform,
    { stage, prediction }: ReportOf<'prediction'>,
    externalId: string,
  ): Promise<void> {
    const { id, title, status, options, winnerId, locksAt: locks_at } = prediction
    const results = options.map(({ id, title: option, users, points }) => ({ id, option, users, points }))
    const winner = options.find((option) => option.id === winnerId)?.title ?? null
    const data = { id, title, status, results, winner, locks_at }
    await events.appendNew(tx, cause, { kind: `prediction.${stage}`, platform, externalId, data })
    await onPoll(tx, cause, platform, { prediction })
  }

  return {
    async record(
      tx: Writer,
      cause: Cause & { readonly channel: Channel },
      platform: Platform,
      event: InteractionEvent,
      externalId: string,
    ): Promise<void> {
      switch (event.kind) {
        case 'redemption':
          return recordRedemption(tx, cause, platform, event, externalId)
        case 'reward':
          return recordReward(tx, cause, platform, event, externalId)
        case 'poll':
          return recordPoll(tx, cause, platform, event, externalId)
        case 'prediction':
          return recordPrediction(tx, cause, platform, event, externalId)
      }
    },
  }
}
