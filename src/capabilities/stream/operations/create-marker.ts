import { defineOperation } from '../../../kernel/operation/operation.ts'
import { dateTime, integer, list, nullable, object, optional, text } from '../../../kernel/schema/schema.ts'
import { maxMarkerLength } from '../contract/channel-steps.ts'
import { actionFailures, actionResult, outcomeFields } from './channel-fields.ts'

export const createMarker = defineOperation({
  name: 'create-marker',
  group: 'Stream',
  summary: 'Marks this moment of the live stream.',
  description:
    'The platform keeps the marker with the recording, for highlights later. The stream must be live and recorded. The call succeeds if at least one platform accepted it.',
  scope: 'stream:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 60,
  effect: 'outside',
  input: object({
    text: optional(text({ max: maxMarkerLength, cleaning: 'line', description: 'What happens here.' })),
  }),
  output: object({
    results: list(
      object({
        ...outcomeFields,
        marker_id: nullable(text({ description: 'The id of the marker on the platform.' })),
        position_seconds: nullable(integer({ description: 'Seconds since the start of the stream.' })),
        created_at: nullable(dateTime({ description: 'When the platform set it.' })),
      }),
      { description: 'The result of each platform.' },
    ),
  }),
  failures: actionFailures,
  example: {
    input: { text: 'First boss' },
    output: {
      results: [
        {
          platform: 'PlatformB',
          success: true,
          error: null,
          code: null,
          marker_id: '123',
          position_seconds: 244,
          created_at: '2026-03-01T18:04:04.000Z',
        },
      ],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const outcomes = await ctx.channelActions.createMarker(caller.channel, input.text)
    return commit(async () => ({
      results: outcomes.map((outcome) => ({
        ...actionResult(outcome),
        marker_id: outcome.value?.id ?? null,
        position_seconds: outcome.value?.positionSeconds ?? null,
        created_at: outcome.value === undefined ? null : new Date(outcome.value.createdAt).toISOString(),
      })),
    }))
  },
})
