import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { pollAnswer, pollExample, pollOutput, pollPlatform, runningId } from './fields.ts'

export const endPoll = defineOperation({
  name: 'end-poll',
  group: 'Polls and predictions',
  summary: 'Ends a poll and returns its result.',
  description: 'A poll that has ended already is answered with its result.',
  scope: 'polls:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({ id: runningId, platform: pollPlatform }),
  output: pollOutput,
  failures: ['poll_not_found', ...platformFailures],
  example: { input: {}, output: { ...pollExample, status: 'terminated' } },
  async handle({ input, caller, ctx, commit }) {
    const platform = input.platform && platformNamed(input.platform)
    const ended = await ctx.polls.endPoll(caller.channel, { platform, id: input.id })
    return commit(async () => pollAnswer(ended.platform, ended.poll))
  },
})
