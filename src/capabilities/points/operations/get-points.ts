import { anyPlatform, oneUser, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'

export const getPoints = defineOperation({
  name: 'get-points',
  group: 'Points',
  summary: 'Reads the points of a viewer.',
  description: 'The viewer is found by userid, then by username.',
  scope: 'points:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object({ ...userReference, platform: anyPlatform }, oneUser),
  output: object({
    platform: anyPlatform,
    user_id: text({ description: "The viewer's id on the platform." }),
    username: text(),
    displayname: text(),
    points: integer(),
    coin: integer({ description: 'The second balance.' }),
    message_count: integer({ description: 'The total number of chat messages.' }),
  }),
  failures: ['user_required', 'user_not_found', 'platform_unavailable'],
  example: {
    input: { username: 'alice', platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      user_id: '10001',
      username: 'alice',
      displayname: 'Alice',
      points: 1200,
      coin: 0,
      message_count: 0,
    },
  },
  async handle({ input, caller, ctx }) {
    const viewer = await ctx.viewers.get(caller.channel, platformNamed(input.platform), input)
    return {
      platform: input.platform,
      user_id: viewer.userId,
      username: viewer.username,
      displayname: viewer.displayname,
      points: viewer.points,
      coin: viewer.coin,
      message_count: viewer.messageCount,
    }
  },
})
