import { oneUser } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { actionResult, actionResults } from '../../stream/operations/channel-fields.ts'
import { namedPersonInput, personFailures, personIn } from './fields.ts'

export const warn = defineOperation({
  name: 'warn',
  group: 'Moderation',
  summary: 'Warns a viewer.',
  description: 'The viewer cannot write in the chat until they acknowledge the warning, which shows the reason.',
  scope: 'moderation:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object(
    {
      ...namedPersonInput,
      reason: text({ min: 1, max: 500, cleaning: 'line', description: 'The reason, which the viewer reads.' }),
    },
    oneUser,
  ),
  output: object({ results: actionResults }),
  failures: personFailures,
  example: {
    input: { username: 'bob', platform: 'PlatformB', reason: 'No spoilers.' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const user = await personIn(ctx, caller.channel, input)
    const platform = platformNamed(input.platform)
    const outcomes = await ctx.chatStanding.warn(caller.channel, platform, { user, reason: input.reason })
    return commit(async () => ({ results: outcomes.map(actionResult) }))
  },
})
