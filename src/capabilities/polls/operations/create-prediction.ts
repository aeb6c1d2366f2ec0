import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { optionText, pollPlatform, predictionAnswer, predictionExample, predictionOutput } from './fields.ts'

export const createPrediction = defineOperation({
  name: 'create-prediction',
  group: 'Polls and predictions',
  summary: 'Starts a prediction.',
  description:
    'Viewers put channel points on an option until the time is over; end-prediction then says which came true. The platform runs it: Twitch has predictions, one at a time.',
  scope: 'polls:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({
    platform: pollPlatform,
    title: text({ min: 1, max: 45, cleaning: 'line', description: 'The question.' }),
    options: list(optionText, { min: 2, max: 10, description: 'What can come true.' }),
    seconds: integer({ min: 30, max: 1800, description: 'How long predictions are taken.' }),
  }),
  output: predictionOutput,
  failures: platformFailures,
  example: {
    input: { title: 'Do we win this round?', options: ['Yes', 'No'], seconds: 120 },
    output: predictionExample,
  },
  async handle({ input, caller, ctx, commit }) {
    const { title, options, seconds } = input
    const wanted = input.platform && platformNamed(input.platform)
    const created = await ctx.polls.createPrediction(caller.channel, wanted, { title, options, seconds })
    return commit(async () => predictionAnswer(created.platform, created.prediction))
  },
})
