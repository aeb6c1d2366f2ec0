import { Failure, platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import {
  gameIn,
  gameReference,
  maxTitleLength,
  metaResultOf,
  metaResults,
  platformIn,
  titleChanged,
  titlePlatform,
} from './fields.ts'

const messages = defineMessages('errors.operations', {
  titleOnly: 'platform {platform} takes a title only, not a game.',
})

export const setStreamMeta = defineOperation({
  name: 'set-stream-meta',
  group: 'Stream',
  summary: 'Changes title and category in one request.',
  description:
    'At least one of title, game and alpha_category_id is required. PlatformC takes a title only. Returns the state of PlatformA if it was changed, otherwise of the first changed platform.',
  scope: 'stream:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object(
    {
      title: optional(text({ max: maxTitleLength, cleaning: 'line', description: 'The new title.' })),
      ...gameReference,
      platform: titlePlatform,
    },
    { needsOne: [['title', 'game', 'alpha_category_id']] },
  ),
  output: object({
    platform: titleChanged,
    title_updated: boolean({ description: 'True when the title changed on at least one platform.' }),
    game_updated: boolean({ description: 'True when the category changed on at least one platform.' }),
    title: text(),
    category: text(),
    viewer_count: integer(),
    followers_count: integer(),
    results: metaResults,
  }),
  failures: ['category_not_found', ...platformFailures],
  example: {
    input: { title: 'Building a castle', game: 'Minecraft', platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      title_updated: true,
      game_updated: true,
      title: 'Building a castle',
      category: 'Minecraft',
      viewer_count: 42,
      followers_count: 1280,
      results: [
        {
          platform: 'PlatformA',
          success: true,
          error: null,
          code: null,
          title_updated: true,
          game_updated: true,
        },
      ],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const { title, platform } = input
    const hasGame = input.game !== undefined || input.alpha_category_id !== undefined
    if (platform === 'PlatformC' && hasGame) {
      throw new Failure('invalid_parameter', { message: messages.titleOnly.of({ platform: { specName: platform } }) })
    }
    const game = await gameIn(ctx, caller.channel, input)
    const changes = await ctx.stream.change(caller.channel, { platform: platformIn(platform), title, game })
    const { title: shownTitle, category, viewerCount, followerCount } = await ctx.stream.after(caller.channel, changes)
    return commit(async (tx) => {
      await ctx.stream.note(tx, caller, changes)
      const results = changes.map(metaResultOf)
      return {
        platform: platform ?? 'all',
        title_updated: results.some(({ title_updated }) => title_updated),
        game_updated: results.some(({ game_updated }) => game_updated),
        title: shownTitle,
        category,
        viewer_count: viewerCount,
        followers_count: followerCount,
        results,
      }
    })
  },
})
