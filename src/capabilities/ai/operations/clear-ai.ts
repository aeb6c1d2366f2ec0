import { platformOf, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, withDefault } from '../../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'

export const clearAi = defineOperation({
  name: 'clear-ai',
  group: 'AI bot',
  summary: 'Deletes what the AI bot remembers.',
  description:
    'Of one viewer, or of the whole channel if none is named. The persona, the questions and answers and the settings stay.',
  scope: 'ai:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 20,
  effect: 'rows',
  hints: { isDestructive: true },
  input: object({
    ...userReference,
    platform: withDefault(platformOf(platformWords, 'The platform of the viewer.'), 'PlatformA'),
  }),
  output: object({ cleared: integer({ description: 'The number of deleted exchanges.' }) }),
  failures: ['user_not_found', 'platform_unavailable'],
  example: { input: {}, output: { cleared: 0 } },
  async handle({ input, caller, ctx, commit }) {
    const isOfViewer = input.userid !== undefined || input.username !== undefined
    const viewer = isOfViewer ? await ctx.viewers.get(caller.channel, platformNamed(input.platform), input) : undefined
    return commit(async (tx) => ({ cleared: await ctx.aiParts.memory.clear(tx, caller, viewer) }))
  },
})
