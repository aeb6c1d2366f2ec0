import { oneUser } from '../../../definitions/fields.ts'
import type { Call } from '../../../kernel/operation/operation.ts'
import { object, type Static } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import type { RoleChange } from '../../../platforms/platform.ts'
import { actionResult, actionResults } from '../../stream/operations/channel-fields.ts'
import { namedPersonInput, personFailures, personIn } from './fields.ts'

const input = object(namedPersonInput, oneUser)
const output = object({ results: actionResults })

/** What adding and removing a moderator or a VIP have in common. */
export const roleAction = {
  group: 'Moderation',
  scope: 'moderators:write',
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isDestructive: true },
  input,
  output,
  failures: personFailures,
  example: {
    input: { username: 'bob', platform: 'PlatformB' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null }] },
  },
} as const

export async function changeRole(
  { input: { platform: word, ...person }, caller, ctx, commit }: Call<Static<typeof input>, Static<typeof output>>,
  change: Omit<RoleChange, 'user'>,
) {
  const user = await personIn(ctx, caller.channel, { ...person, platform: word })
  const outcomes = await ctx.chatStanding.setRole(caller.channel, platformNamed(word), { user, ...change })
  return commit(async () => ({ results: outcomes.map(actionResult) }))
}
