import type { FakeAnswer } from './fake-server.ts'
import type { KickCall, KickEndpoint } from './kick-api.ts'
import type { KickUser, KickWorld } from './kick-world.ts'

/**
 * Channel rewards. Fields, statuses and reasons are those of two clients that Kick's users wrote: kick-go-sdk
 * (henrikah/kick-go-sdk) and kick-api (crates.io); the delivery is Kick's own example in KickDevDocs. Clients disagree on
 * the id of who redeemed it: `user_id` in KickLib and in that example, `broadcaster_user_id` in kick-go-sdk. The list of
 * redemptions has the fields of the answer in the tests of KickLib (GetChannelRewardRedemptionsResponse.json).
 */

export const redeemerFields = ['user_id', 'broadcaster_user_id'] as const
type RedeemerField = (typeof redeemerFields)[number]

interface FakeReward {
  readonly id: string
  readonly isOurs: boolean
  title: string
  cost: number
  description: string
  background_color: string
  is_enabled: boolean
  is_paused: boolean
  is_user_input_required: boolean
  should_redemptions_skip_request_queue: boolean
}

interface FakeRedemption {
  readonly id: string
  readonly reward: FakeReward
  readonly by: KickUser
  readonly input: string
  readonly at: string
  status: 'pending' | 'accepted' | 'rejected'
}

export type KickPoints = ReturnType<typeof createKickPoints>

export function createKickPoints() {
  return {
    rewards: [] as FakeReward[],
    redemptions: [] as FakeRedemption[],
    redeemerField: 'user_id' as RedeemerField,
  }
}

const settings = [
  'title',
  'cost',
  'description',
  'background_color',
  'is_enabled',
  'is_user_input_required',
  'should_redemptions_skip_request_queue',
]

const ok = (data: unknown, more: object = {}): FakeAnswer => ({ status: 200, body: { data, message: 'OK', ...more } })
const refuse = (status: number, reason: string): FakeAnswer => ({ status, body: { data: reason, message: 'Error' } })

export function createKickRewardEndpoints(points: KickPoints): Record<string, KickEndpoint> {
  const path = '/public/v1/channels/rewards'
  const reads = { scope: 'channel:rewards:read', needsUser: true }
  const writes = { scope: 'channel:rewards:write', needsUser: true }

  function owned(id: string): FakeReward | FakeAnswer {
    const reward = points.rewards.find((one) => one.id === id)
    if (reward === undefined) return refuse(404, 'Reward not found')
    return reward.isOurs ? reward : refuse(403, 'Forbidden')
  }

  /** Answers only with those that could not be settled. */
  function settle(status: 'accepted' | 'rejected') {
    return ({ body }: KickCall): FakeAnswer => {
      const ids = body.ids as string[]
      if (ids.length > 25 || new Set(ids).size < ids.length) return refuse(400, 'Invalid request: ids')
      const failed = ids.flatMap((id) => {
        const found = points.redemptions.find((one) => one.id === id)
        if (found === undefined) return { id, reason: 'NOT_FOUND' }
        if (!found.reward.isOurs) return { id, reason: 'NOT_OWNED' }
        if (found.status !== 'pending') return { id, reason: 'NOT_PENDING' }
        found.status = status
        return []
      })
      return ok(failed)
    }
  }

  return {
    [`GET ${path}`]: { ...reads, handle: () => ok(points.rewards.map(shown)) },
    [`POST ${path}`]: {
      body: settings,
      ...writes,
      handle({ body }) {
        if (!body.title || body.title.length > 50) return refuse(400, 'Invalid request: title')
        if (!(body.cost >= 1)) return refuse(400, 'Invalid request: cost')
        if (body.description?.length > 200) return refuse(400, 'Invalid request: description')
        const reward = { ...newKickReward(body.title, body.cost), ...body }
        points.rewards.push(reward)
        return ok(shown(reward))
      },
    },
    [`PATCH ${path}/*`]: {
      body: [...settings, 'is_paused'],
      ...writes,
      handle({ body, tail }) {
        const reward = owned(tail)
        if ('status' in reward) return reward
        return ok(shown(Object.assign(reward, body)))
      },
    },
    [`DELETE ${path}/*`]: {
      ...writes,
      handle({ tail }) {
        const reward = owned(tail)
        if ('status' in reward) return reward
        points.rewards = points.rewards.filter((one) => one !== reward)
        return { status: 204 }
      },
    },
    [`GET ${path}/redemptions`]: {
      query: ['reward_id', 'status', 'id', 'cursor'],
      ...reads,
      // One reward to a page, so that pages are walked.
      handle({ query }) {
        const [rewardId, status, from] = [query.get('reward_id'), query.get('status'), Number(query.get('cursor') ?? 0)]
        const found = points.redemptions.filter(
          (one) => one.status === (status ?? 'pending') && (rewardId ?? one.reward.id) === one.reward.id,
        )
        const rewards = [...new Set(found.map(({ reward }) => reward))]
        const reward = rewards[from]
        if (reward === undefined) return ok([], { pagination: { next_cursor: '' } })
        const redemptions = found
          .filter((one) => one.reward === reward)
          .map((one) => shownRedemption(one, points.redeemerField))
        const { id, title, cost, description, isOurs: can_manage } = reward
        const is_deleted = !points.rewards.includes(reward)
        const group = { redemptions, reward: { can_manage, cost, description, id, is_deleted, title } }
        const next = from + 1 < rewards.length ? String(from + 1) : ''
        return ok([group], { pagination: { next_cursor: next } })
      },
    },
    [`POST ${path}/redemptions/accept`]: { body: ['ids'], ...writes, handle: settle('accepted') },
    [`POST ${path}/redemptions/reject`]: { body: ['ids'], ...writes, handle: settle('rejected') },
  }
}

let made = 0

export function newKickReward(title: string, cost: number, isOurs = true): FakeReward {
  return {
    id: `01KBHE7RZNHB0SKDV1H86C${String(++made).padStart(4, '0')}`,
    isOurs,
    title,
    cost,
    description: '',
    background_color: '#00e701',
    is_enabled: true,
    is_paused: false,
    is_user_input_required: false,
    should_redemptions_skip_request_queue: false,
  }
}

export function newKickRedemption(reward: FakeReward, by: KickUser, input = '', at = new Date()): FakeRedemption {
  const id = `01KBHE78QE4HZY1617DK5F${String(++made).padStart(4, '0')}`
  return { id, reward, by, input, at: at.toISOString(), status: 'pending' }
}

/** The webhook delivery. */
export function kickRedemptionEvent(
  world: KickWorld,
  { id, reward, by, input, at }: FakeRedemption,
  status: string,
  redeemerField: RedeemerField = 'user_id',
) {
  const who = (user: KickUser, idField: RedeemerField) => {
    const { name: username, slug: channel_slug } = user
    return { [idField]: user.id, username, is_verified: false, profile_picture: '', channel_slug }
  }
  return {
    id,
    user_input: input,
    status,
    redeemed_at: at,
    reward: { id: reward.id, title: reward.title, cost: reward.cost, description: reward.description },
    redeemer: who(by, redeemerField),
    broadcaster: who(world.broadcaster, 'user_id'),
  }
}

function shown({ isOurs: _, ...reward }: FakeReward) {
  return reward
}

/** Who redeemed it is named by id alone. */
function shownRedemption({ id, by, input, at, status }: FakeRedemption, redeemerField: RedeemerField) {
  return { id, redeemed_at: at, redeemer: { [redeemerField]: by.id }, status, user_input: input }
}
