import { oneUser } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { personFailures, personFields, personIn, personInput, personOutput } from './fields.ts'

export const unbanUser = defineOperation({
  name: 'unban-user',
  group: 'Moderation',
  summary: 'Unbans a viewer.',
  description: 'Also ends a timeout. Has no effect on a viewer who is not banned.',
  scope: 'moderation:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object(personInput, oneUser),
  output: personOutput,
  failures: personFailures,
  example: {
    input: { username: 'mallory' },
    output: { platform: 'PlatformA', user_id: '10011', username: 'mallory' },
  },
  async handle({ input, caller, ctx, commit }) {
    const user = await personIn(ctx, caller.channel, input)
    await ctx.moderation.unban(caller, { platform: platformNamed(input.platform), user })
    return commit(async () => personFields(input.platform, user))
  },
})
