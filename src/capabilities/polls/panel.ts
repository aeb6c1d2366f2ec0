import { platformOf } from '../../definitions/fields.ts'
import { platformFailures } from '../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { list, object } from '../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../platforms/contract/platforms.ts'
import {
  pollAnswer,
  pollExample,
  pollOutput,
  predictionAnswer,
  predictionExample,
  predictionOutput,
} from './operations/fields.ts'

export const listPolls = definePanelOperation({
  name: 'list-polls',
  summary: 'Lists the polls and predictions of a platform, the running ones included, newest first.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ platform: platformOf(platformWords) }),
  output: object({ polls: list(pollOutput), predictions: list(predictionOutput) }),
  failures: platformFailures,
  example: {
    input: { platform: 'PlatformB' },
    output: { polls: [pollExample], predictions: [predictionExample] },
  },
  async handle({ input, caller, ctx }) {
    const platform = platformNamed(input.platform)
    const { polls, predictions } = await ctx.polls.list(caller.channel, platform)
    return {
      polls: polls.map((poll) => pollAnswer(platform, poll)),
      predictions: predictions.map((prediction) => predictionAnswer(platform, prediction)),
    }
  },
})
