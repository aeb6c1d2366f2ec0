import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, nullable, object } from '../../../kernel/schema/schema.ts'
import { actionFailures, actionPlatform, actionPlatformIn, actionResult, outcomeFields } from './channel-fields.ts'

export const startCommercial = defineOperation({
  name: 'start-commercial',
  group: 'Stream',
  summary: 'Starts an ad break.',
  description:
    'The stream must be live. A platform may play a shorter one; its result has the length. The call succeeds if at least one platform accepted it.',
  scope: 'stream:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({
    seconds: integer({ min: 1, max: 180, description: 'The length of the ad break.' }),
    platform: actionPlatform,
  }),
  output: object({
    results: list(
      object({ ...outcomeFields, seconds: nullable(integer({ description: 'The length that the platform plays.' })) }),
      { description: 'The result of each platform.' },
    ),
  }),
  failures: actionFailures,
  example: {
    input: { seconds: 60, platform: 'PlatformB' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null, seconds: 60 }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = actionPlatformIn(input.platform)
    const outcomes = await ctx.channelActions.startCommercial(caller.channel, platform, input.seconds)
    return commit(async () => ({
      results: outcomes.map((outcome) => ({ ...actionResult(outcome), seconds: outcome.value ?? null })),
    }))
  },
})
