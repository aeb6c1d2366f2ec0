import { anyPlatform, dateSpan, page } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { date, integer, list, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { spanFields, spanOf } from '../../viewers/days.ts'
import { minute, minuteField } from './fields.ts'

export const getWatchTimeTop = defineOperation({
  name: 'get-watch-time-top',
  group: 'Watch time',
  summary: 'Lists the viewers with the most watch time.',
  description:
    'For one day, for a range including both ends, or for all time. Only viewers with watch time are listed.',
  scope: 'watchtime:read',
  ratePerMinute: 90,
  effect: 'none',
  input: object({ ...page(100, 20), ...dateSpan, platform: anyPlatform }),
  output: object({
    platform: anyPlatform,
    query_mode: oneOf(['all', 'day', 'range']),
    day: nullable(date()),
    date_from: nullable(date()),
    date_to: nullable(date()),
    limit: integer(),
    offset: integer(),
    total: integer({ description: 'Viewers with watch time in the span.' }),
    watch_time_unit: minuteField,
    users: list(
      object({
        rank: integer(),
        user_id: text(),
        username: text(),
        displayname: text(),
        watch_time: integer(),
        message_count: integer(),
      }),
    ),
  }),
  failures: [],
  example: {
    input: { limit: 1, platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      query_mode: 'all',
      day: null,
      date_from: null,
      date_to: null,
      limit: 1,
      offset: 0,
      total: 20,
      watch_time_unit: 'minute',
      users: [
        { rank: 1, user_id: '10001', username: 'alice', displayname: 'Alice', watch_time: 640, message_count: 52 },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const span = spanOf(input)
    const { limit, offset, platform } = input
    const { total, items } = await ctx.watchTime.top(caller.channel, platformNamed(platform), span, { limit, offset })
    return {
      platform,
      ...spanFields(span),
      limit,
      offset,
      total,
      watch_time_unit: minute,
      users: items.map(({ rank, userId, username, displayname, minutes, messages }) => ({
        rank,
        user_id: userId,
        username,
        displayname,
        watch_time: minutes,
        message_count: messages,
      })),
    }
  },
})
