import { platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { list, object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'

const tagList = list(text({ min: 1, max: 25, cleaning: 'line' }), {
  max: 10,
  description: 'All tags of the channel; an empty list removes them.',
})

export const setTags = defineOperation({
  name: 'set-tags',
  group: 'Stream',
  summary: 'Replaces the tags of the channel.',
  description: 'The platform may refuse a tag, such as one with spaces; then no tag is changed.',
  scope: 'stream:write',
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({ platform: platformOf(platformWords), tags: tagList }),
  output: object({ tags: tagList }),
  failures: platformFailures,
  example: {
    input: { platform: 'PlatformB', tags: ['English', 'Speedrun'] },
    output: { tags: ['English', 'Speedrun'] },
  },
  async handle({ input, caller, ctx, commit }) {
    await ctx.channelActions.setTags(caller.channel, platformNamed(input.platform), input.tags)
    return commit(async () => ({ tags: input.tags }))
  },
})
