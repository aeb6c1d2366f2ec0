import { anyPlatform, dateSpan, oneUser, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { date, integer, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { spanFields, spanOf } from '../../viewers/days.ts'
import { minute, minuteField } from './fields.ts'

export const getWatchTime = defineOperation({
  name: 'get-watch-time',
  group: 'Watch time',
  summary: 'Reads watch time and message count of a viewer.',
  description: 'For one day, for a range including both ends, or for all time when no date is sent.',
  scope: 'watchtime:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object({ ...userReference, ...dateSpan, platform: anyPlatform }, oneUser),
  output: object({
    platform: anyPlatform,
    user_id: text(),
    username: text(),
    displayname: text(),
    query_mode: oneOf(['all', 'day', 'range']),
    day: nullable(date()),
    date_from: nullable(date()),
    date_to: nullable(date()),
    watch_time: integer({ description: 'Minutes in the span.' }),
    watch_time_unit: minuteField,
    message_count: integer({ description: 'Chat messages in the span.' }),
  }),
  failures: ['user_required', 'user_not_found', 'platform_unavailable'],
  example: {
    input: { username: 'alice', day: '2026-01-15', platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      user_id: '10001',
      username: 'alice',
      displayname: 'Alice',
      query_mode: 'day',
      day: '2026-01-15',
      date_from: null,
      date_to: null,
      watch_time: 30,
      watch_time_unit: 'minute',
      message_count: 4,
    },
  },
  async handle({ input, caller, ctx }) {
    const span = spanOf(input)
    const viewer = await ctx.viewers.get(caller.channel, platformNamed(input.platform), input)
    const { minutes, messages } = await ctx.watchTime.of(caller.channel, viewer, span)
    return {
      platform: input.platform,
      user_id: viewer.userId,
      username: viewer.username,
      displayname: viewer.displayname,
      ...spanFields(span),
      watch_time: minutes,
      watch_time_unit: minute,
      message_count: messages,
    }
  },
})
