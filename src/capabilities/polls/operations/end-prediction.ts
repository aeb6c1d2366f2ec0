import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { pollPlatform, predictionAnswer, predictionExample, predictionOutput, runningId } from './fields.ts'

export const endPrediction = defineOperation({
  name: 'end-prediction',
  group: 'Polls and predictions',
  summary: 'Resolves, cancels or locks a prediction.',
  description:
    'With option it is resolved and the points are paid out; without one it is cancelled and everybody gets their points back. action lock only stops further predictions.',
  scope: 'polls:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({
    id: runningId,
    platform: pollPlatform,
    option: optional(
      text({ max: 100, cleaning: 'line', description: 'What came true: the text, number or id of an option.' }),
    ),
    action: optional(
      oneOf(['resolve', 'cancel', 'lock'], { description: 'Left out: resolve with option, cancel without.' }),
    ),
  }),
  output: predictionOutput,
  failures: ['prediction_not_found', 'option_not_found', ...platformFailures],
  example: { input: { option: 'Yes' }, output: { ...predictionExample, status: 'resolved', winner: 'Yes' } },
  async handle({ input, caller, ctx, commit }) {
    const { id, option, action } = input
    const platform = input.platform && platformNamed(input.platform)
    const ended = await ctx.polls.endPrediction(caller.channel, { platform, id }, { option, action })
    return commit(async () => predictionAnswer(ended.platform, ended.prediction))
  },
})
