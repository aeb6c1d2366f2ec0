import { defineSetting } from '../../../definitions/define-setting.ts'
import { integer, object, withDefault } from '../../../kernel/schema/schema.ts'

/** Events with what people wrote in chat, or what was said because of it. */
export const chatEventKinds = [
  'chat.sent',
  'chat.reply',
  'chat.announcement',
  'chat.pinned',
  'command.ran',
  'cue.tts',
  'ai.answered',
] as const

const longest = 3650

export const retentionSettings = defineSetting({
  name: 'retention',
  section: 'channel',
  title: 'Retention',
  help: 'How long the history is kept. Points, watch time and the audit log are never deleted by this.',
  role: 'owner',
  schema: object({
    chat_days: withDefault(
      integer({
        title: 'Days to keep chat',
        min: 0,
        max: longest,
        description:
          'Messages of the bot, replies, announcements, pinned messages, commands that viewers ran, spoken messages, and what the AI bot was asked. 0 keeps them.',
      }),
      0,
    ),
    event_days: withDefault(
      integer({
        title: 'Days to keep other events',
        min: 0,
        max: longest,
        description:
          'Follows, subscriptions, donations, raids and moderation. Recent activity then shows no older ones. 0 keeps them.',
      }),
      0,
    ),
  }),
})
