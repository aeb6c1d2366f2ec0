import { maxNameLength } from '../../../definitions/fields.ts'
import { Failure, platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { personInput, personOutput } from './fields.ts'

export const deleteMessage = defineOperation({
  name: 'delete-message',
  group: 'Moderation',
  summary: 'Deletes a chat message.',
  description:
    'A message that no longer exists counts as deleted. user_id and username are the author, and empty when that is not known.',
  scope: 'moderation:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isDestructive: true, isIdempotent: true },
  input: object({
    message_id: text({ min: 1, max: maxNameLength, description: "The platform's own id of the message." }),
    platform: personInput.platform,
  }),
  output: personOutput,
  failures: platformFailures,
  example: {
    input: { message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' },
    output: { platform: 'PlatformA', user_id: '10011', username: 'mallory' },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformNamed(input.platform)
    const author = await ctx.moderation.findAuthor(caller.channel, platform, input.message_id)
    const wasThere = await ctx.moderation.deleteMessage(caller, platform, input.message_id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure && error.code === 'not_found') return false
        throw error
      },
    )
    return commit(async (tx) => {
      if (wasThere) await ctx.moderation.note(tx, caller, { type: 'delete', platform, reason: '', author })
      return { platform: input.platform, user_id: author?.userId ?? '', username: author?.username ?? '' }
    })
  },
})
