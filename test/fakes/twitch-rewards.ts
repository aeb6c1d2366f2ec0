import { randomUUID } from 'node:crypto'
import type { FakeAnswer } from './fake-server.ts'
import type { Endpoint } from './twitch-helix.ts'
import type { TwitchUser, TwitchWorld } from './twitch-world.ts'

/**
 * Channel points, polls and predictions. Checks, statuses and limits are those of the mock API and of the event
 * generator in Twitch's own command line (twitchdev/twitch-cli); the fields of rewards are those of Twurple's types.
 */

interface FakeReward {
  readonly id: string
  readonly isOurs: boolean
  title: string
  prompt: string
  cost: number
  background_color: string
  is_enabled: boolean
  is_paused: boolean
  is_user_input_required: boolean
  should_redemptions_skip_request_queue: boolean
  max_per_stream: number | undefined
  max_per_user_per_stream: number | undefined
  global_cooldown_seconds: number | undefined
}

interface FakeRedemption {
  readonly id: string
  readonly reward: FakeReward
  readonly by: TwitchUser
  readonly input: string
  readonly at: string
  status: string
}

interface FakePoll {
  readonly id: string
  readonly title: string
  readonly choices: { readonly id: string; readonly title: string; votes: number }[]
  readonly duration: number
  readonly started: number
  readonly points: number | undefined
  status: string
}

interface FakePrediction {
  readonly id: string
  readonly title: string
  readonly outcomes: { readonly id: string; readonly title: string; users: number; channel_points: number }[]
  readonly prediction_window: number
  readonly created: number
  status: string
  winner: string | null
}

export type TwitchPoints = ReturnType<typeof createTwitchPoints>

export function createTwitchPoints() {
  return {
    rewards: [] as FakeReward[],
    redemptions: [] as FakeRedemption[],
    polls: [] as FakePoll[],
    predictions: [] as FakePrediction[],
  }
}

const ok = (data: readonly unknown[], pagination = {}): FakeAnswer => ({ status: 200, body: { data, pagination } })
const refuse = (status: number, message: string): FakeAnswer => ({ status, body: { error: 'Error', status, message } })

const rewardBody = [
  'title',
  'cost',
  'prompt',
  'is_enabled',
  'background_color',
  'is_user_input_required',
  'is_max_per_stream_enabled',
  'max_per_stream',
  'is_max_per_user_per_stream_enabled',
  'max_per_user_per_stream',
  'is_global_cooldown_enabled',
  'global_cooldown_seconds',
  'should_redemptions_skip_request_queue',
]

/** Twitch sends at most 20 polls or 25 predictions, 20 unless asked otherwise. */
const page = <T>(rows: readonly T[], query: URLSearchParams) =>
  rows.slice(0, Math.min(Number(query.get('first') ?? 20), 20))

/** The endpoints of channel points, polls and predictions. */
export function createRewardEndpoints(world: TwitchWorld, points: TwitchPoints): Record<string, Endpoint> {
  const redemptionScope = { scope: 'channel:manage:redemptions', self: 'broadcaster_id' }
  const pollScope = { scope: 'channel:manage:polls', self: 'broadcaster_id' }
  const predictionScope = { scope: 'channel:manage:predictions', self: 'broadcaster_id' }
  const rewards = '/channel_points/custom_rewards'
  const find = (id: string | null) => points.rewards.find((reward) => reward.id === id)

  // biome-ignore lint/suspicious/noExplicitAny: a body may hold anything
  function change(reward: FakeReward, body: any): FakeAnswer {
    if (body.title?.length > 45) return refuse(400, 'The title must contain a maximum of 45 characters')
    if (body.cost !== undefined && !(body.cost >= 1)) return refuse(400, 'Cost must be greater than 0')
    const isTaken = points.rewards.some(({ id, title }) => id !== reward.id && title === (body.title ?? reward.title))
    if (isTaken) return refuse(400, 'CREATE_CUSTOM_REWARD_DUPLICATE_REWARD')
    for (const [flag, field] of [
      ['is_max_per_stream_enabled', 'max_per_stream'],
      ['is_max_per_user_per_stream_enabled', 'max_per_user_per_stream'],
      ['is_global_cooldown_enabled', 'global_cooldown_seconds'],
    ] as const) {
      const { [flag]: isOn, [field]: value } = body
      if (isOn === true && !(value >= 1)) return refuse(400, `${field} required if ${flag} is true`)
      if (isOn !== undefined) reward[field] = isOn ? value : undefined
      delete body[flag]
      delete body[field]
    }
    Object.assign(reward, body)
    return ok([shown(world, reward)])
  }

  function settled(reward: FakeReward, id: string, status: string): FakeAnswer {
    const found = points.redemptions.find((one) => one.id === id && one.reward === reward)
    if (found === undefined) return refuse(404, `Redemption ID ${id} does not exist or is not owned by the broadcaster`)
    if (found.status !== 'UNFULFILLED') return refuse(400, `ID ${id} is already fulfilled or cancelled`)
    if (!reward.isOurs) {
      return refuse(403, 'The ID in the Client-Id header must match the client ID used to create the custom reward.')
    }
    found.status = status
    return ok([shownRedemption(world, found)])
  }

  return {
    [`GET ${rewards}`]: {
      query: ['broadcaster_id', 'id', 'only_manageable_rewards'],
      ...redemptionScope,
      handle({ query }) {
        const onlyOurs = query.get('only_manageable_rewards') === 'true'
        return ok(points.rewards.filter(({ isOurs }) => isOurs || !onlyOurs).map((reward) => shown(world, reward)))
      },
    },
    [`POST ${rewards}`]: {
      query: ['broadcaster_id'],
      body: rewardBody,
      ...redemptionScope,
      handle({ body }) {
        if (!body.title || !body.cost) return refuse(400, 'Title or cost misssing')
        const reward = newReward(body.title, body.cost)
        const answer = change(reward, body)
        if (answer.status === 200) points.rewards.push(reward)
        return answer
      },
    },
    [`PATCH ${rewards}`]: {
      query: ['broadcaster_id', 'id'],
      body: [...rewardBody, 'is_paused'],
      ...redemptionScope,
      handle({ query, body }) {
        const reward = find(query.get('id'))
        if (reward === undefined) return refuse(404, 'Custom reward not found for broadcaster')
        if (!reward.isOurs) return refuse(403, 'The custom reward was created by a different client ID.')
        return change(reward, body)
      },
    },
    [`DELETE ${rewards}`]: {
      query: ['broadcaster_id', 'id'],
      ...redemptionScope,
      handle({ query }) {
        const reward = find(query.get('id'))
        if (reward === undefined) return refuse(404, 'Custom reward not found for broadcaster')
        if (!reward.isOurs) return refuse(403, 'The custom reward was created by a different client ID.')
        points.rewards = points.rewards.filter((one) => one !== reward)
        return { status: 204 }
      },
    },
    [`GET ${rewards}/redemptions`]: {
      query: ['broadcaster_id', 'reward_id', 'id', 'status', 'sort', 'first', 'after'],
      ...redemptionScope,
      handle({ query }) {
        const reward = find(query.get('reward_id'))
        const [id, status] = [query.get('id'), query.get('status')]
        if (id === null && status === null) return refuse(400, 'The status query parameter is required')
        if (reward === undefined) return refuse(404, 'Custom reward not found for broadcaster')
        if (!reward.isOurs) return refuse(403, 'The custom reward was created by a different client ID.')
        const found = points.redemptions.filter(
          (one) => one.reward === reward && (id === null ? one.status === status : one.id === id),
        )
        const from = Number(query.get('after') ?? 0)
        const next = from + Number(query.get('first') ?? 20)
        const rows = found.slice(from, next).map((one) => shownRedemption(world, one))
        return ok(rows, next < found.length ? { cursor: String(next) } : {})
      },
    },
    [`PATCH ${rewards}/redemptions`]: {
      query: ['broadcaster_id', 'reward_id', 'id'],
      body: ['status'],
      ...redemptionScope,
      handle({ query, body }) {
        const reward = find(query.get('reward_id'))
        if (reward === undefined) return refuse(404, 'Custom reward not found for broadcaster')
        if (body.status !== 'FULFILLED' && body.status !== 'CANCELED') return refuse(400, 'Invalid status provided')
        return settled(reward, query.get('id') ?? '', body.status)
      },
    },
    'GET /polls': {
      query: ['broadcaster_id', 'id', 'first', 'after'],
      ...pollScope,
      handle({ query }) {
        const id = query.get('id')
        const found = points.polls.toReversed().filter((poll) => id === null || poll.id === id)
        if (id !== null && found.length === 0) return refuse(404, 'The poll was not found.')
        return ok(page(found, query).map((poll) => shownPoll(world, poll)))
      },
    },
    'POST /polls': {
      body: [
        'broadcaster_id',
        'title',
        'choices',
        'duration',
        'channel_points_voting_enabled',
        'channel_points_per_vote',
      ],
      ...pollScope,
      handle({ body }) {
        const { title, choices, duration } = body
        if (!title || title.length > 60) return refuse(400, 'title is required')
        if (!(choices?.length >= 2 && choices.length <= 5))
          return refuse(400, 'you may only have between 2 and 5 choices')
        if (!(duration >= 15 && duration <= 1800)) return refuse(400, 'duration must be at least 15 and at most 1800')
        if (points.polls.some(({ status }) => status === 'ACTIVE')) return refuse(400, 'A poll is already active')
        const poll: FakePoll = {
          id: randomUUID(),
          title,
          choices: choices.map((choice: { title: string }) => ({ id: randomUUID(), title: choice.title, votes: 0 })),
          duration,
          started: Date.now(),
          points: body.channel_points_voting_enabled === true ? body.channel_points_per_vote : undefined,
          status: 'ACTIVE',
        }
        points.polls.push(poll)
        return ok([shownPoll(world, poll)])
      },
    },
    'PATCH /polls': {
      body: ['broadcaster_id', 'id', 'status'],
      ...pollScope,
      handle({ body }) {
        const poll = points.polls.find(({ id }) => id === body.id)
        if (body.status !== 'TERMINATED' && body.status !== 'ARCHIVED')
          return refuse(400, 'status must be one of TERMINATED or ARCHIVED')
        if (poll === undefined || poll.status !== 'ACTIVE')
          return refuse(400, 'The poll must be active to terminate it')
        poll.status = body.status
        return ok([shownPoll(world, poll)])
      },
    },
    'GET /predictions': {
      query: ['broadcaster_id', 'id', 'first', 'after'],
      ...predictionScope,
      handle({ query }) {
        const id = query.get('id')
        const found = points.predictions.toReversed().filter((one) => id === null || one.id === id)
        return ok(page(found, query).map((one) => shownPrediction(world, one)))
      },
    },
    'POST /predictions': {
      body: ['broadcaster_id', 'title', 'outcomes', 'prediction_window'],
      ...predictionScope,
      handle({ body }) {
        const { title, outcomes, prediction_window } = body
        if (!title || title.length > 45) return refuse(400, 'title is required and must be less than 45 characters')
        if (!(prediction_window >= 30 && prediction_window <= 1800)) return refuse(400, 'prediction_window is required')
        if (!(outcomes?.length >= 2 && outcomes.length <= 10)) return refuse(400, 'Number of outcomes')
        if (points.predictions.some(({ status }) => status === 'ACTIVE' || status === 'LOCKED'))
          return refuse(400, 'prediction event already active, only one allowed at a time')
        const prediction: FakePrediction = {
          id: randomUUID(),
          title,
          outcomes: outcomes.map((outcome: { title: string }) => {
            return { id: randomUUID(), title: outcome.title, users: 0, channel_points: 0 }
          }),
          prediction_window,
          created: Date.now(),
          status: 'ACTIVE',
          winner: null,
        }
        points.predictions.push(prediction)
        return ok([shownPrediction(world, prediction)])
      },
    },
    'PATCH /predictions': {
      body: ['broadcaster_id', 'id', 'status', 'winning_outcome_id'],
      ...predictionScope,
      handle({ body }) {
        const { id, status, winning_outcome_id: winner } = body
        const prediction = points.predictions.find((one) => one.id === id)
        if (!['RESOLVED', 'CANCELED', 'LOCKED'].includes(status))
          return refuse(400, 'status must be one of RESOLVED or CANCELED or LOCKED')
        if (status === 'RESOLVED' && !winner) return refuse(400, 'winning_outcome_id is required if status is RESOLVED')
        if (prediction === undefined) return refuse(404, 'The prediction was not found.')
        if (prediction.status === 'RESOLVED' || prediction.status === 'CANCELED')
          return refuse(400, 'The prediction has already ended')
        prediction.status = status
        prediction.winner = winner ?? null
        return ok([shownPrediction(world, prediction)])
      },
    },
  }
}

/** One that the channel has: made by our app, or on Twitch's own page. */
export function newReward(title: string, cost: number, isOurs = true): FakeReward {
  return {
    id: randomUUID(),
    isOurs,
    title,
    prompt: '',
    cost,
    background_color: '#00E5CB',
    is_enabled: true,
    is_paused: false,
    is_user_input_required: false,
    should_redemptions_skip_request_queue: false,
    max_per_stream: undefined,
    max_per_user_per_stream: undefined,
    global_cooldown_seconds: undefined,
  }
}

export function newRedemption(reward: FakeReward, by: TwitchUser, input = '', at = new Date()): FakeRedemption {
  return { id: randomUUID(), reward, by, input, at: at.toISOString(), status: 'UNFULFILLED' }
}

function who({ broadcaster: { id, login, name } }: TwitchWorld) {
  return { broadcaster_id: id, broadcaster_login: login, broadcaster_name: name }
}

function shown(world: TwitchWorld, reward: FakeReward) {
  const { isOurs: _, max_per_stream, max_per_user_per_stream, global_cooldown_seconds, ...rest } = reward
  const limit = (name: string, value: number | undefined) => ({ is_enabled: value !== undefined, [name]: value ?? 0 })
  return {
    ...who(world),
    ...rest,
    image: null,
    default_image: { url_1x: '', url_2x: '', url_4x: '' },
    max_per_stream_setting: limit('max_per_stream', max_per_stream),
    max_per_user_per_stream_setting: limit('max_per_user_per_stream', max_per_user_per_stream),
    global_cooldown_setting: limit('global_cooldown_seconds', global_cooldown_seconds),
    is_in_stock: true,
    redemptions_redeemed_current_stream: null,
    cooldown_expires_at: null,
  }
}

function shownRedemption(world: TwitchWorld, { id, reward, by, input, at, status }: FakeRedemption) {
  return {
    ...who(world),
    id,
    user_id: by.id,
    user_login: by.login,
    user_name: by.name,
    user_input: input,
    status,
    redeemed_at: at,
    reward: { id: reward.id, title: reward.title, prompt: reward.prompt, cost: reward.cost },
  }
}

function shownPoll(world: TwitchWorld, poll: FakePoll) {
  const { id, title, choices, duration, started, points, status } = poll
  return {
    ...who(world),
    id,
    title,
    choices: choices.map((choice) => ({ ...choice, channel_points_votes: 0, bits_votes: 0 })),
    bits_voting_enabled: false,
    bits_per_vote: 0,
    channel_points_voting_enabled: points !== undefined,
    channel_points_per_vote: points ?? 0,
    status,
    duration,
    started_at: new Date(started).toISOString(),
    ...(status === 'ACTIVE' ? {} : { ended_at: new Date(started + 5_000).toISOString() }),
  }
}

function shownPrediction(world: TwitchWorld, prediction: FakePrediction) {
  const { id, title, outcomes, prediction_window, created, status, winner } = prediction
  return {
    ...who(world),
    id,
    title,
    winning_outcome_id: winner,
    outcomes: outcomes.map((outcome, index) => ({
      ...outcome,
      top_predictors: null,
      color: index === 0 ? 'BLUE' : 'PINK',
    })),
    prediction_window,
    status,
    created_at: new Date(created).toISOString(),
    ended_at: status === 'RESOLVED' || status === 'CANCELED' ? new Date(created + 5_000).toISOString() : null,
    locked_at: status === 'ACTIVE' ? null : new Date(created + 4_000).toISOString(),
  }
}
