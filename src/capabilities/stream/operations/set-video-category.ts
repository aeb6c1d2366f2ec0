import { platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text, withDefault } from '../../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'
import { maxGameLength } from './fields.ts'

export const setVideoCategory = defineOperation({
  name: 'set-video-category',
  group: 'Stream',
  summary: 'Changes the video category of the broadcast.',
  description:
    'PlatformC has video categories such as Gaming or Music, which are not games. The category is found by its English name. It is set for the live broadcast, otherwise for the next one.',
  scope: 'stream:write',
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    platform: withDefault(platformOf(platformWords), 'PlatformC'),
    category: text({ min: 1, max: maxGameLength, cleaning: 'line', description: 'The English name of the category.' }),
  }),
  output: object({
    category: text({ description: 'The name of the category.' }),
    category_id: text({ description: 'The id on the platform.' }),
  }),
  failures: ['category_not_found', ...platformFailures],
  example: {
    input: { category: 'Gaming' },
    output: { category: 'Gaming', category_id: '20' },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformNamed(input.platform)
    const { id, name } = await ctx.channelActions.setVideoCategory(caller.channel, platform, input.category)
    return commit(async () => ({ category: name, category_id: id }))
  },
})
