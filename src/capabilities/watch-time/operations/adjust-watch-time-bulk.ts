import {
  anyPlatform,
  type ChangeMode,
  changeModes,
  flag,
  maxAmount,
  oneUser,
  userReference,
} from '../../../definitions/fields.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation, type Unwritten } from '../../../kernel/operation/operation.ts'
import {
  date,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  text,
} from '../../../kernel/schema/schema.ts'
import type { Writer } from '../../../kernel/storage/database.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { type Platform, platformNamed } from '../../../platforms/contract/platforms.ts'
import { fallbackDay } from '../../viewers/contract/fallback-day.ts'
import type { FoundViewer } from '../../viewers/lookup.ts'
import { adjusted, adjustedFields, minute, minuteField, requireAmount } from './fields.ts'

const messages = defineMessages('errors.operations', {
  amountRequired: '{path} is required when there is no default.',
})

const item = object(
  {
    ...userReference,
    amount: optional(integer({ min: 0, max: maxAmount, description: 'Minutes for this viewer.' })),
  },
  oneUser,
)
const done = object({
  index: integer({ description: 'Position in the users of the request.' }),
  user_id: text(),
  username: text(),
  displayname: text(),
  mode: oneOf(changeModes),
  amount: integer(),
  day: date(),
  ...adjusted,
  message_count: integer(),
})
const failed = object({
  index: integer(),
  userid: nullable(text()),
  username: nullable(text()),
  amount: nullable(integer()),
  error: text(),
  code: text(),
})

export const adjustWatchTimeBulk = defineOperation({
  name: 'adjust-watch-time-bulk',
  group: 'Watch time',
  summary: 'Adjusts watch time of up to 100 viewers.',
  description:
    'Applied in order, each independently. Entries that could not be applied are in failed; the answer is still 200.',
  scope: 'watchtime:write',
  ratePerMinute: 20,
  effect: 'rows',
  hints: { isDestructive: true },
  input: object({
    mode: oneOf(changeModes, { description: 'What to do with the minutes.' }),
    day: optional(date({ description: 'The day to change.' })),
    amount: optional(integer({ min: 0, max: maxAmount, description: 'Minutes for entries without an amount.' })),
    users: list(item, { min: 1, max: 100, description: 'The viewers.' }),
    platform: anyPlatform,
  }),
  output: object({
    partial: flag('1 when any entry failed.'),
    platform: anyPlatform,
    mode: oneOf(changeModes),
    day: date(),
    used_fallback_day: flag('1 when no day was sent.'),
    amount_unit: minuteField,
    watch_time_unit: minuteField,
    total_requested: integer(),
    processed_count: integer(),
    failed_count: integer(),
    users: list(done),
    failed: list(failed),
  }),
  failures: ['user_required'],
  example: {
    input: { mode: 'add', amount: 10, day: '2026-01-15', users: [{ username: 'alice' }], platform: 'PlatformA' },
    output: {
      partial: 0,
      platform: 'PlatformA',
      mode: 'add',
      day: '2026-01-15',
      used_fallback_day: 0,
      amount_unit: 'minute',
      watch_time_unit: 'minute',
      total_requested: 1,
      processed_count: 1,
      failed_count: 0,
      users: [
        {
          index: 0,
          user_id: '10001',
          username: 'alice',
          displayname: 'Alice',
          mode: 'add',
          amount: 10,
          day: '2026-01-15',
          watch_time: 40,
          changed: 10,
          watch_time_total: 680,
          message_count: 0,
        },
      ],
      failed: [],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const { mode, platform } = input
    const day = input.day ?? fallbackDay
    if (input.amount !== undefined) requireAmount(mode, input.amount)
    for (const [index, { amount }] of input.users.entries()) {
      if (amount !== undefined) requireAmount(mode, amount, `users[${index}].amount`)
    }
    const found = await findAll(ctx, caller, platformNamed(platform), input.users)
    return commit(async (tx) => {
      const users: Static<typeof done>[] = []
      const failures: Unwritten<Static<typeof failed>>[] = []
      for (const [index, entry] of input.users.entries()) {
        const amount = entry.amount ?? input.amount
        try {
          users.push(await applyOne(ctx, tx, caller, found[index], { index, mode, amount, day }))
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          const { userid = null, username = null } = entry
          failures.push({ index, userid, username, amount: amount ?? null, error: error.text, code: error.code })
        }
      }
      return {
        partial: failures.length > 0 ? 1 : 0,
        platform,
        mode,
        day,
        used_fallback_day: input.day === undefined ? 1 : 0,
        amount_unit: minute,
        watch_time_unit: minute,
        total_requested: input.users.length,
        processed_count: users.length,
        failed_count: failures.length,
        users,
        failed: failures,
      }
    })
  },
})

/**
 * Platforms are asked before the transaction starts; a viewer who is not found fails only that entry. A platform that
 * does not respond is not asked again; otherwise a hundred entries would wait a hundred times.
 */
async function findAll(
  ctx: Context,
  caller: Caller,
  platform: Platform,
  users: readonly Static<typeof item>[],
): Promise<(FoundViewer | Failure)[]> {
  const { viewers } = ctx
  const found: (FoundViewer | Failure)[] = []
  let away: Failure | undefined
  for (const user of users) {
    try {
      if (away === undefined) found.push(await viewers.resolve(caller.channel, platform, user))
      else found.push((await viewers.findKnown(caller.channel, platform, user)) ?? away)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === 'platform_unavailable') away = error
      found.push(error)
    }
  }
  return found
}

async function applyOne(
  ctx: Context,
  tx: Writer,
  caller: Caller,
  found: FoundViewer | Failure | undefined,
  change: { index: number; mode: ChangeMode; amount: number | undefined; day: string },
): Promise<Static<typeof done>> {
  const { index, mode, amount, day } = change
  if (found === undefined) throw new Failure('user_not_found')
  if (found instanceof Failure) throw found
  if (amount === undefined) {
    throw new Failure('invalid_parameter', { message: messages.amountRequired.of({ path: `users[${index}].amount` }) })
  }
  const viewer = await ctx.viewers.ensure(tx, caller.channel, found)
  const adjustment = await ctx.watchTime.adjust(tx, caller, viewer, { mode, amount, day })
  return {
    index,
    user_id: viewer.userId,
    username: viewer.username,
    displayname: viewer.displayname,
    mode,
    amount,
    day,
    ...adjustedFields(adjustment),
    message_count: adjustment.messages,
  }
}
