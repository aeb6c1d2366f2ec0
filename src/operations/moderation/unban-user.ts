import { platformNamed } from '../../contract/platforms.ts'
import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'
import { personFailures, personFields, personIn, personInput, personOutput } from './fields.ts'

export const unbanUser = defineOperation({
  name: 'unban-user',
  group: 'Moderation',
  summary: 'Lets a banned viewer back in.',
  description: 'Ends a timeout as well. Nothing happens to somebody who may write already.',
  scope: 'moderation:write',
  ratePerMinute: 60,
  effect: 'outside',
  input: object(personInput),
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
