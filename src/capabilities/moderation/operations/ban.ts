import { oneUser } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { personFailures, personFields, personIn, personInput, personOutput, reasonInput } from './fields.ts'

export const ban = defineOperation({
  name: 'ban',
  group: 'Moderation',
  summary: 'Bans a viewer permanently.',
  description: 'The viewer is found by id, then by name. The ban list is updated when the platform reports the ban.',
  scope: 'moderation:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isDestructive: true, isIdempotent: true },
  input: object({ ...personInput, reason: reasonInput }, oneUser),
  output: personOutput,
  failures: personFailures,
  example: {
    input: { username: 'mallory', reason: 'Spam.' },
    output: { platform: 'PlatformA', user_id: '10011', username: 'mallory' },
  },
  async handle({ input, caller, ctx, commit }) {
    const user = await personIn(ctx, caller.channel, input)
    const { reason = '' } = input
    await ctx.moderation.ban(caller, { platform: platformNamed(input.platform), user, minutes: null, reason })
    return commit(async () => personFields(input.platform, user))
  },
})
