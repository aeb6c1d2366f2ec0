import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, optional, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { optionText, pollAnswer, pollExample, pollOutput, pollPlatform } from './fields.ts'

export const createPoll = defineOperation({
  name: 'create-poll',
  group: 'Polls and predictions',
  summary: 'Starts a poll.',
  description:
    'The platform runs it: Twitch and YouTube have polls, one at a time. On YouTube the stream must be live, and a poll has at most four options. How it goes is reported as events.',
  scope: 'polls:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({
    platform: pollPlatform,
    title: text({ min: 1, max: 60, cleaning: 'line', description: 'The question.' }),
    options: list(optionText, { min: 2, max: 5, description: 'The answers to choose from.' }),
    seconds: integer({ min: 15, max: 1800, description: 'How long it runs.' }),
    points_per_vote: optional(
      integer({
        min: 1,
        max: 1_000_000,
        description: 'What a further vote costs in channel points. Left out: not sold.',
      }),
    ),
  }),
  output: pollOutput,
  failures: platformFailures,
  example: {
    input: { title: 'Which game next?', options: ['Chess', 'Minecraft'], seconds: 60 },
    output: pollExample,
  },
  async handle({ input, caller, ctx, commit }) {
    const { title, options, seconds, points_per_vote: pointsPerVote } = input
    const wanted = input.platform && platformNamed(input.platform)
    const poll = { title, options, seconds, pointsPerVote }
    const created = await ctx.polls.createPoll(caller.channel, wanted, poll)
    return commit(async () => pollAnswer(created.platform, created.poll))
  },
})
