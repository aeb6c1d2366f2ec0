import { defineOperation } from '../../../kernel/operation/operation.ts'
import { dateTime, integer, list, nullable, object } from '../../../kernel/schema/schema.ts'
import { actionFailures, actionResult, outcomeFields } from './channel-fields.ts'

export const snoozeAd = defineOperation({
  name: 'snooze-ad',
  group: 'Stream',
  summary: 'Moves the next scheduled ad break a few minutes away.',
  description:
    'The platform decides by how much, and how often it can be done. The call succeeds if at least one platform accepted it.',
  scope: 'stream:write',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({}),
  output: object({
    results: list(
      object({
        ...outcomeFields,
        next_ad_at: nullable(dateTime({ description: 'When the next ad break begins; null if none is scheduled.' })),
        snoozes_left: nullable(integer({ description: 'How often it can be done again.' })),
      }),
      { description: 'The result of each platform.' },
    ),
  }),
  failures: actionFailures,
  example: {
    input: {},
    output: {
      results: [
        {
          platform: 'PlatformB',
          success: true,
          error: null,
          code: null,
          next_ad_at: '2026-03-01T18:35:00.000Z',
          snoozes_left: 2,
        },
      ],
    },
  },
  async handle({ caller, ctx, commit }) {
    const outcomes = await ctx.channelActions.snoozeAd(caller.channel)
    return commit(async () => ({
      results: outcomes.map((outcome) => ({
        ...actionResult(outcome),
        next_ad_at: outcome.value?.nextAdAt == null ? null : new Date(outcome.value.nextAdAt).toISOString(),
        snoozes_left: outcome.value?.snoozesLeft ?? null,
      })),
    }))
  },
})
