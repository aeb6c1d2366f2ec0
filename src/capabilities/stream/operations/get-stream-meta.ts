import { flag, platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { date, integer, object, text, withDefault } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'

const platform = platformOf(['PlatformA', 'PlatformB'], 'Whose title, category and figures.')

export const getStreamMeta = defineOperation({
  name: 'get-stream-meta',
  group: 'Stream',
  summary: 'Returns title, category, viewers and whether the stream is live.',
  description: 'While the stream is offline title and category are the last known ones and viewer_count is 0.',
  scope: 'stream:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object({ platform: withDefault(platform, 'PlatformA') }),
  output: object({
    platform,
    channel: text({ description: 'The name of the account on this platform.' }),
    title: text(),
    category: text(),
    category_id: text({ description: "The platform's own id of the category." }),
    viewer_count: integer(),
    followers_count: integer(),
    is_live_any: flag('1 when live on any platform.'),
    is_live_alpha: flag('1 when live on PlatformA.'),
    is_live_beta: flag('1 when live on PlatformB.'),
    alpha_last_connection: date({
      description: "The broadcaster's last sign-in; before the first one, the day the channel was created.",
    }),
    'alpha_last_connection ': date({ description: 'The same value under the key that was published first.' }),
  }),
  failures: platformFailures,
  example: {
    input: {},
    output: {
      platform: 'PlatformA',
      channel: 'streamer',
      title: 'Welcome to the sandbox',
      category: 'Just Chatting',
      category_id: '15',
      viewer_count: 42,
      followers_count: 1280,
      is_live_any: 1,
      is_live_alpha: 1,
      is_live_beta: 1,
      alpha_last_connection: '2026-01-15',
      'alpha_last_connection ': '2026-01-15',
    },
  },
  async handle({ input, caller, ctx }) {
    const { channel } = caller
    const { account, state, liveOn } = await ctx.stream.status(channel, platformNamed(input.platform))
    const lastConnection = new Date(await ctx.channels.lastConnectionAt(channel)).toISOString().slice(0, 10)
    return {
      platform: input.platform,
      channel: account.username,
      title: state.title,
      category: state.category.name,
      category_id: state.category.id,
      viewer_count: state.live ? state.viewerCount : 0,
      followers_count: state.followerCount,
      is_live_any: asFlag(liveOn.size > 0),
      is_live_alpha: asFlag(liveOn.has('kick')),
      is_live_beta: asFlag(liveOn.has('twitch')),
      alpha_last_connection: lastConnection,
      'alpha_last_connection ': lastConnection,
    }
  },
})

function asFlag(isTrue: boolean): 0 | 1 {
  return isTrue ? 1 : 0
}
