import { oneUser } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { maxTimeoutMinutes } from '../contract/steps.ts'
import { personFailures, personFields, personIn, personInput, personOutput, reasonInput } from './fields.ts'

export const timeout = defineOperation({
  name: 'timeout',
  group: 'Moderation',
  summary: 'Times out a viewer.',
  description: 'The viewer is found by id, then by name. The ban list is updated when the platform reports the ban.',
  scope: 'moderation:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object(
    {
      ...personInput,
      duration: integer({ min: 1, max: maxTimeoutMinutes, description: 'Minutes.' }),
      reason: reasonInput,
    },
    oneUser,
  ),
  output: personOutput,
  failures: personFailures,
  example: {
    input: { username: 'mallory', duration: 10, reason: 'Spam.' },
    output: { platform: 'PlatformA', user_id: '10011', username: 'mallory' },
  },
  async handle({ input, caller, ctx, commit }) {
    const user = await personIn(ctx, caller.channel, input)
    const { reason = '', duration: minutes } = input
    await ctx.moderation.ban(caller, { platform: platformNamed(input.platform), user, minutes, reason })
    return commit(async () => personFields(input.platform, user))
  },
})
