import { maxAmount, platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import {
  boolean,
  defaultsOf,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'
import { type RoundEntry, roundEntry, roundKinds, roundLimits } from '../contract/rounds.ts'

/** Every field may be left out: the reader fills in the defaults. */
const sentEntry = roundEntry as Schema<Partial<RoundEntry>>

export const openRound = defineOperation({
  name: 'open-round',
  group: 'Rounds',
  summary: 'Opens a giveaway, a poll, a prediction or a trivia round.',
  description:
    'Viewers enter in chat, by a command with the step enter_round, or by enter-round. The answer of a giveaway has the hash of its seed: whoever keeps it can verify the draw. With platform, a poll or a prediction is run by the platform itself.',
  scope: 'rounds:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'outside',
  input: object({
    kind: oneOf(roundKinds, { description: 'A raffle is a giveaway whose tickets have a price.' }),
    title: text({ min: 1, max: roundLimits.title, cleaning: 'line', description: 'The prize or the question.' }),
    options: withDefault(
      list(text({ min: 1, max: roundLimits.option, cleaning: 'line' }), {
        max: roundLimits.options.trivia,
        description: 'What can be chosen in a poll or a prediction; the right answers of a trivia round.',
      }),
      [],
    ),
    entry: optional(sentEntry),
    seconds: optional(
      integer({ min: 5, max: roundLimits.seconds, description: 'It closes by itself after this time.' }),
    ),
    winners: withDefault(
      integer({
        min: 1,
        max: roundLimits.winners,
        description: 'How many winners a giveaway has, or how many right answers a trivia round takes.',
      }),
      1,
    ),
    prize: withDefault(
      integer({ min: 0, max: maxAmount, description: 'Points that each winner of a giveaway or a trivia round gets.' }),
      0,
    ),
    announce: withDefault(
      boolean({
        description:
          'Whether the bot writes in chat when it opens, closes and ends. The texts are a setting of the channel. A platform announces what it runs.',
      }),
      true,
    ),
    platform: optional(
      platformOf(platformWords, 'The platform that runs the poll or prediction. Left out: this server.'),
    ),
  }),
  output: object({
    id: integer(),
    commitment: nullable(text({ description: 'The SHA-256 hash of the seed of a giveaway.' })),
  }),
  failures: platformFailures,
  example: {
    input: { kind: 'trivia', title: 'The capital of France?', options: ['Paris'], winners: 3, prize: 50 },
    output: { id: 1, commitment: null },
  },
  async handle({ input, caller, ctx, commit }) {
    const { platform, seconds, announce, ...rest } = input
    const entry = { ...defaultsOf(roundEntry), ...input.entry }
    const wanted = { ...rest, entry, seconds, isAnnounced: announce, platform: platform && platformNamed(platform) }
    const write = await ctx.rounds.prepareOpen(caller, wanted)
    return commit(async (tx) => {
      const { id, commitment } = await write(tx)
      return { id, commitment }
    })
  },
})
