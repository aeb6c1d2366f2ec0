import { flag } from '../../../definitions/fields.ts'
import { Failure, platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { maxTimeoutMinutes } from '../contract/steps.ts'
import { personInput, reasonInput } from './fields.ts'

/** The number of concurrent calls to a platform. */
const atOnce = 5

export const banRecentFollowers = defineOperation({
  name: 'ban-recent-followers',
  group: 'Moderation',
  summary: 'Bans or times out the most recent followers.',
  description:
    'For a flood of follow bots. offset 1 is the newest follower. There may be fewer followers than count; affected is the actual number.',
  scope: 'moderation:write',
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({
    action: oneOf(['ban', 'timeout'], { description: 'What to do with them.' }),
    count: integer({ min: 1, max: 100, description: 'The number of followers.' }),
    offset: withDefault(
      integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Where to start; 1 is the newest.' }),
      1,
    ),
    duration: withDefault(
      integer({ min: 1, max: maxTimeoutMinutes, description: 'Minutes of a timeout.' }),
      maxTimeoutMinutes,
    ),
    reason: reasonInput,
    dry_run: withDefault(boolean({ description: 'true only returns who would be affected.' }), false),
    platform: personInput.platform,
  }),
  output: object({
    platform: personInput.platform,
    action: oneOf(['ban', 'timeout']),
    dry_run: flag('1 when nothing was done.'),
    affected: integer({ description: 'How many were, or would be, banned or timed out.' }),
    users: list(object({ user_id: text(), username: text(), error: nullable(text()) })),
  }),
  failures: platformFailures,
  example: {
    input: { action: 'timeout', count: 1, dry_run: true },
    output: {
      platform: 'PlatformA',
      action: 'timeout',
      dry_run: 1,
      affected: 1,
      users: [{ user_id: '10018', username: 'victor', error: null }],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformNamed(input.platform)
    const { action, reason = '' } = input
    const minutes = action === 'ban' ? null : input.duration
    await ctx.platforms.get(caller.channel.id, platform)
    const people = await ctx.moderation.recentFollowers(caller.channel, platform, input)
    const failures: (Failure | undefined)[] = []
    for (let from = 0; from < people.length && !input.dry_run; from += atOnce) {
      const group = people.slice(from, from + atOnce)
      const done = group.map((user) => ctx.moderation.ban(caller, { platform, user, minutes, reason }))
      for (const outcome of await Promise.allSettled(done)) failures.push(failureIn(outcome))
    }
    const affected = people.length - failures.filter((failure) => failure !== undefined).length
    // One success is enough. Without any, the first failure is thrown.
    const [first] = failures
    if (people.length > 0 && affected === 0 && first !== undefined) throw first
    return commit(async () => ({
      platform: input.platform,
      action,
      dry_run: input.dry_run ? (1 as const) : (0 as const),
      affected,
      users: people.map(({ id, username }, index) => ({
        user_id: id,
        username,
        error: failures[index]?.message ?? null,
      })),
    }))
  },
})

function failureIn(outcome: PromiseSettledResult<void>): Failure | undefined {
  if (outcome.status === 'fulfilled') return undefined
  if (outcome.reason instanceof Failure) return outcome.reason
  throw outcome.reason
}
