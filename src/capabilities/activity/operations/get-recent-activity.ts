import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, withDefault } from '../../../kernel/schema/schema.ts'
import {
  banned,
  bannedItem,
  cheer,
  cheerItem,
  donor,
  donorItem,
  follower,
  followerItem,
  subscription,
  subscriptionItem,
} from './fields.ts'

export const getRecentActivity = defineOperation({
  name: 'get-recent-activity',
  group: 'Activity',
  summary: 'Returns the latest followers, subscribers, bans, donors and bits.',
  description: 'Every list is newest first. limit applies to each list.',
  scope: 'activity:read',
  ratePerMinute: 60,
  effect: 'none',
  input: object({
    limit: withDefault(integer({ min: 1, max: 20, description: 'The maximum number of rows of each list.' }), 5),
  }),
  output: object({
    limit: integer(),
    latest_followers: list(follower),
    latest_subscribers: list(subscription),
    latest_banned: list(banned),
    latest_donors: list(donor),
    latest_alpha_bits: list(cheer, { description: 'Kicks, the gifts of PlatformA.' }),
    latest_beta_bits: list(cheer, { description: 'Bits of PlatformB.' }),
  }),
  failures: [],
  example: {
    input: { limit: 1 },
    output: {
      limit: 1,
      latest_followers: [
        {
          id: 412,
          platform: 'PlatformA',
          type: 'follower',
          user_id: '10005',
          username: 'erin',
          displayname: 'Erin',
          created_at: '2026-01-15T19:30:00.000Z',
        },
      ],
      latest_subscribers: [],
      latest_banned: [],
      latest_donors: [],
      latest_alpha_bits: [],
      latest_beta_bits: [],
    },
  },
  async handle({ input: { limit }, caller: { channel }, ctx: { activity } }) {
    const [followers, subscribers, bans, donors, kicks, bits] = await Promise.all([
      activity.newest(channel, 'followers', limit),
      activity.newest(channel, 'subscribers', limit),
      activity.newest(channel, 'banned', limit),
      activity.newest(channel, 'donors', limit),
      activity.newest(channel, 'kicks', limit),
      activity.newest(channel, 'bits', limit),
    ])
    return {
      limit,
      latest_followers: followers.map(followerItem),
      latest_subscribers: subscribers.map(subscriptionItem),
      latest_banned: bans.map(bannedItem),
      latest_donors: donors.map(donorItem),
      latest_alpha_bits: kicks.map((entry) => cheerItem(entry, 'kicks')),
      latest_beta_bits: bits.map((entry) => cheerItem(entry, 'bits')),
    }
  },
})
