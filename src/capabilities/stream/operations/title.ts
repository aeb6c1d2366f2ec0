import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { maxTitleLength, platformIn, resultOf, results, titleChanged, titlePlatform } from './fields.ts'

export const title = defineOperation({
  name: 'title',
  group: 'Stream',
  summary: 'Changes the title of the stream.',
  description:
    'Without a platform, all connected platforms are changed. The call succeeds if at least one was changed.',
  scope: 'stream:write',
  ratePerMinute: 20,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    title: text({ min: 1, max: maxTitleLength, cleaning: 'line', description: 'The new title.' }),
    platform: titlePlatform,
  }),
  output: object({ platform: titleChanged, results }),
  failures: platformFailures,
  example: {
    input: { title: 'Building a castle', platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      results: [{ platform: 'PlatformA', success: true, error: null, code: null }],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformIn(input.platform)
    const changes = await ctx.stream.change(caller.channel, { platform, title: input.title })
    return commit(async (tx) => {
      await ctx.stream.note(tx, caller, changes)
      return { platform: input.platform ?? 'all', results: changes.map(resultOf) }
    })
  },
})
