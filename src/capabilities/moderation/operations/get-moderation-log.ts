import { anyPlatform, page } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { dateTime, integer, list, nullable, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { wordFor } from '../../../platforms/contract/platforms.ts'
import { moderationTypes } from '../moderation-log.ts'

export const getModerationLog = defineOperation({
  name: 'get-moderation-log',
  group: 'Moderation',
  summary: 'Lists moderation actions.',
  description: 'Newest first, of all sources: people on the platform, keys, commands and automatic rules.',
  scope: 'moderation:read',
  ratePerMinute: 60,
  effect: 'none',
  input: object({
    type: withDefault(oneOf(['all', ...moderationTypes], { description: 'Which kind.' }), 'all'),
    ...page(100, 25),
  }),
  output: object({
    type: oneOf(['all', ...moderationTypes]),
    total: integer(),
    limit: integer(),
    offset: integer(),
    entries: list(
      object({
        id: integer({ description: 'Its position in the event log; newer entries are higher.' }),
        type: oneOf(moderationTypes),
        platform: anyPlatform,
        user_id: text({ description: 'Empty when the action has no target or the person is not known.' }),
        username: text(),
        reason: text(),
        duration_minutes: nullable(integer({ description: 'Of a timeout.' })),
        moderator: text({ description: 'Who did it, as the platform or the event log names them.' }),
        created_at: dateTime({ description: 'When it was done.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: { type: 'timeout', limit: 1 },
    output: {
      type: 'timeout',
      total: 1,
      limit: 1,
      offset: 0,
      entries: [
        {
          id: 412,
          type: 'timeout',
          platform: 'PlatformA',
          user_id: '10011',
          username: 'mallory',
          reason: 'Spam.',
          duration_minutes: 10,
          moderator: 'streamer',
          created_at: '2026-01-15T19:30:00.000Z',
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const { type, limit, offset } = input
    const { total, items } = await ctx.moderationLog.list(caller.channel, { type, limit, offset })
    return {
      type,
      total,
      limit,
      offset,
      entries: items.map((entry) => ({
        id: entry.seq,
        type: entry.type,
        platform: wordFor(entry.platform),
        user_id: entry.userId,
        username: entry.username,
        reason: entry.reason,
        duration_minutes: entry.durationMinutes,
        moderator: entry.moderator,
        created_at: new Date(entry.at).toISOString(),
      })),
    }
  },
})
