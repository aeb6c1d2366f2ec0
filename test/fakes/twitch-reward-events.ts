import { randomUUID } from 'node:crypto'
import type { newRedemption, newReward } from './twitch-rewards.ts'
import type { TwitchWorld } from './twitch-world.ts'

/** EventSub payloads with the fields of the event generator in Twitch's own command line (twitchdev/twitch-cli). */

type Reward = ReturnType<typeof newReward>

export function redemptionEvent(world: TwitchWorld, redemption: ReturnType<typeof newRedemption>, status: string) {
  const { id, by, input, at, reward } = redemption
  return {
    ...about(world),
    id,
    user_id: by.id,
    user_login: by.login,
    user_name: by.name,
    user_input: input,
    status,
    reward: { id: reward.id, title: reward.title, cost: reward.cost, prompt: reward.prompt },
    redeemed_at: at,
  }
}

export function rewardEvent(world: TwitchWorld, reward: Reward) {
  const { isOurs: _, max_per_stream, max_per_user_per_stream, global_cooldown_seconds, ...rest } = reward
  return {
    ...about(world),
    ...rest,
    is_in_stock: true,
    cooldown_expires_at: null,
    redemptions_redeemed_current_stream: 0,
    max_per_stream: { is_enabled: max_per_stream !== undefined, value: max_per_stream ?? 0 },
    max_per_user_per_stream: { is_enabled: max_per_user_per_stream !== undefined, value: max_per_user_per_stream ?? 0 },
    global_cooldown: { is_enabled: global_cooldown_seconds !== undefined, seconds: global_cooldown_seconds ?? 0 },
    image: null,
    default_image: { url_1x: '', url_2x: '', url_4x: '' },
  }
}

/** Choices have no votes at the start. */
export function pollEvent(world: TwitchWorld, id: string, votes: readonly number[] | undefined, end?: string) {
  const choices = ['Chess', 'Minecraft'].map((title, index) => ({
    id: `${id}-${index}`,
    title,
    ...(votes === undefined ? {} : { bits_votes: 0, channel_points_votes: 0, votes: votes[index] ?? 0 }),
  }))
  const at = new Date('2026-03-01T18:00:00Z').toISOString()
  return {
    ...about(world),
    id,
    title: 'Which game next?',
    choices,
    bits_voting: { is_enabled: false, amount_per_vote: 0 },
    channel_points_voting: { is_enabled: false, amount_per_vote: 0 },
    started_at: at,
    ...(end === undefined ? { ends_at: at } : { ended_at: at, status: end }),
  }
}

export function predictionEvent(
  world: TwitchWorld,
  id: string,
  points: readonly number[] | undefined,
  more: { readonly locked?: boolean; readonly status?: string; readonly winner?: string } = {},
) {
  const outcomes = ['Yes', 'No'].map((title, index) => ({
    id: `${id}-${index}`,
    title,
    color: index === 0 ? 'blue' : 'pink',
    ...(points === undefined
      ? {}
      : { users: points[index] === 0 ? 0 : 1, channel_points: points[index] ?? 0, top_predictors: [] }),
  }))
  const at = new Date('2026-03-01T18:00:00Z').toISOString()
  const end = more.locked
    ? { locked_at: at }
    : more.status === undefined
      ? { locks_at: at }
      : { ended_at: at, status: more.status, winning_outcome_id: more.winner ?? '' }
  return { ...about(world), id, title: 'Do we win?', outcomes, started_at: at, ...end }
}

export function newId(): string {
  return randomUUID()
}

function about({ broadcaster: { id, login, name } }: TwitchWorld) {
  return { broadcaster_user_id: id, broadcaster_user_login: login, broadcaster_user_name: name }
}
