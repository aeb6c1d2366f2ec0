import { defineStep } from '../../../definitions/define-step.ts'
import { platform, reason, target } from '../../../definitions/shared-fields.ts'
import { integer, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

/** The longest timeout that all platforms accept. */
export const maxTimeoutMinutes = 7 * 24 * 60

export const moderationSteps = [
  defineStep({
    type: 'timeout',
    group: 'chat',
    icon: 'clock',
    title: 'Time out',
    help: 'Times out a viewer for a number of minutes.',
    input: object({
      target,
      minutes: withDefault(integer({ title: 'Minutes', min: 1, max: maxTimeoutMinutes }), 5),
      reason,
      platform,
    }),
    needs: ['moderation:write'],
    example: { type: 'timeout', target: '$(touser)', minutes: 5, reason: 'Asked by $(user).' },
    sentence: 'Time out {target} for {minutes} min[ on {platform}][: {reason}]',
  }),

  defineStep({
    type: 'ban',
    group: 'chat',
    icon: 'shield',
    title: 'Ban',
    help: 'Bans a viewer permanently.',
    input: object({ target, reason, platform }),
    needs: ['moderation:write'],
    example: { type: 'ban', target: '$(touser)', reason: 'Asked by $(user).' },
    sentence: 'Ban {target}[ on {platform}][: {reason}]',
  }),

  defineStep({
    type: 'unban',
    group: 'chat',
    icon: 'check',
    title: 'Unban',
    help: 'Removes the ban or timeout of a viewer.',
    input: object({ target, platform }),
    needs: ['moderation:write'],
    example: { type: 'unban', target: '$(touser)' },
    sentence: 'Unban {target}[ on {platform}]',
  }),

  defineStep({
    type: 'delete_message',
    group: 'chat',
    icon: 'trash',
    title: 'Delete message',
    help: 'Deletes a message: the one with message_id, otherwise the one that ran the command.',
    input: object({
      message_id: optional(text({ title: 'Message ID', max: 100, control: 'hidden' })),
      platform,
    }),
    needs: ['moderation:write'],
    example: { type: 'delete_message' },
    sentence: 'Delete the message[ {message_id}]',
  }),
] as const
