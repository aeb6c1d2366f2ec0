import { anyPlatform, changeModes, flag, maxAmount, oneUser, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { date, integer, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { fallbackDay } from '../../viewers/contract/fallback-day.ts'
import { adjusted, adjustedFields, minute, minuteField, requireAmount } from './fields.ts'

export const adjustWatchTime = defineOperation({
  name: 'adjust-watch-time',
  group: 'Watch time',
  summary: 'Adds, removes or sets watch time of a viewer.',
  description: `Without a day the minutes go to ${fallbackDay}, so that totals rise and today stays as it is.`,
  scope: 'watchtime:write',
  ratePerMinute: 60,
  effect: 'rows',
  hints: { isDestructive: true },
  input: object(
    {
      ...userReference,
      mode: oneOf(changeModes, { description: 'What to do with the minutes.' }),
      amount: integer({ min: 0, max: maxAmount, description: 'Minutes; at least 1 for add and remove.' }),
      day: optional(date({ description: 'The day to change.' })),
      platform: anyPlatform,
    },
    oneUser,
  ),
  output: object({
    platform: anyPlatform,
    user_id: text(),
    username: text(),
    displayname: text(),
    mode: oneOf(changeModes),
    amount: integer(),
    amount_unit: minuteField,
    day: date(),
    used_fallback_day: flag('1 when no day was sent.'),
    ...adjusted,
    watch_time_unit: minuteField,
  }),
  failures: ['user_required', 'user_not_found', 'platform_unavailable'],
  example: {
    input: { username: 'alice', mode: 'add', amount: 30, day: '2026-01-15', platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      user_id: '10001',
      username: 'alice',
      displayname: 'Alice',
      mode: 'add',
      amount: 30,
      amount_unit: 'minute',
      day: '2026-01-15',
      used_fallback_day: 0,
      watch_time: 30,
      changed: 30,
      watch_time_total: 670,
      watch_time_unit: 'minute',
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const { mode, amount, platform } = input
    requireAmount(mode, amount)
    const found = await ctx.viewers.resolve(caller.channel, platformNamed(platform), input)
    const day = input.day ?? fallbackDay
    return commit(async (tx) => {
      const viewer = await ctx.viewers.ensure(tx, caller.channel, found)
      const change = await ctx.watchTime.adjust(tx, caller, viewer, { mode, amount, day })
      return {
        platform,
        user_id: viewer.userId,
        username: viewer.username,
        displayname: viewer.displayname,
        mode,
        amount,
        amount_unit: minute,
        day,
        used_fallback_day: input.day === undefined ? 1 : 0,
        ...adjustedFields(change),
        watch_time_unit: minute,
      }
    })
  },
})
