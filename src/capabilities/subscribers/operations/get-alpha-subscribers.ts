import { flag, page } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { model } from '../../../kernel/schema/model.ts'
import { literalSet } from '../../../kernel/schema/open-schema.ts'
import { integer, list, object, text, withDefault } from '../../../kernel/schema/schema.ts'

const yes: readonly unknown[] = [true, 1, '1', 'true']
const no: readonly unknown[] = [false, 0, '0', 'false']

const subscriber = model(
  'Subscriber',
  object({
    id: integer(),
    alpha_user_id: text({ description: "The subscriber's id on PlatformA." }),
    alpha_username: text(),
    alpha_displayname: text(),
    subscription_type: text({ description: 'self, or gift when someone else paid.' }),
    tier: integer(),
  }),
)

export const getAlphaSubscribers = defineOperation({
  name: 'get-alpha-subscribers',
  group: 'Subscribers',
  summary: 'Lists the subscribers on PlatformA.',
  description: 'Only active subscribers, unless include_expired is true. total counts the same ones.',
  scope: 'subscribers:read',
  ratePerMinute: 60,
  effect: 'none',
  input: object({
    include_expired: withDefault(
      literalSet(['boolean', 'integer', 'string'], [...yes, ...no], {
        description: 'Whether expired subscribers are listed too.',
      }),
      false,
    ),
    ...page(200, 50),
  }),
  output: object({
    total: integer(),
    limit: integer(),
    offset: integer(),
    include_expired: flag('1 when expired subscribers are listed too.'),
    subscribers: list(subscriber),
  }),
  failures: [],
  example: {
    input: { limit: 1 },
    output: {
      total: 4,
      limit: 1,
      offset: 0,
      include_expired: 0,
      subscribers: [
        {
          id: 1,
          alpha_user_id: '10001',
          alpha_username: 'alice',
          alpha_displayname: 'Alice',
          subscription_type: 'self',
          tier: 1,
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const { limit, offset } = input
    const includeExpired = yes.includes(input.include_expired)
    const { total, items } = await ctx.subscribers.list(caller.channel, 'kick', { includeExpired, limit, offset })
    return {
      total,
      limit,
      offset,
      include_expired: includeExpired ? (1 as const) : (0 as const),
      subscribers: items.map(({ id, userId, username, displayname, subscriptionType, tier }) => ({
        id,
        alpha_user_id: userId,
        alpha_username: username,
        alpha_displayname: displayname,
        subscription_type: subscriptionType,
        tier,
      })),
    }
  },
})
