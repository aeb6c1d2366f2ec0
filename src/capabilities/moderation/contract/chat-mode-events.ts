import { commonEventLabels } from '../../../definitions/common-event-labels.ts'
import { defineEvent } from '../../../definitions/define-event.ts'
import { boolean, integer, nullable, object, oneOf } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { chatModes } from '../../../platforms/contract/chat-modes.ts'

const messages = defineMessages('events.channel', {
  mode: 'Chat mode changed',
  modeOff: '{mode} turned off',
  modeOn: '{mode} turned on',
  modeOnFor: '{mode} turned on ({seconds:number} s)',
  slow: commonEventLabels.slowMode,
  followers: commonEventLabels.followersOnlyMode,
  subscribers: commonEventLabels.subscribersOnlyMode,
  emote_only: 'Emotes-only mode',
  unique: commonEventLabels.uniqueMessagesMode,
})

export const chatModeChanged = defineEvent({
  kind: 'chat.mode-changed',
  group: 'bot',
  icon: 'shield',
  title: messages.mode,
  data: object({
    mode: oneOf(chatModes),
    enabled: boolean(),
    seconds: nullable(integer({ description: 'The wait of slow mode, or the time as a follower.' })),
  }),
  refersTo: { platform: 'required', externalId: 'optional' },
  readableBy: { role: 'viewer', scope: 'moderation:read' },
  published: {
    example: { mode: 'slow', enabled: true, seconds: 30 },
  },
  sentence({ mode: name, enabled, seconds }) {
    const mode = messages[name]()
    if (!enabled) return messages.modeOff({ mode })
    return seconds === null || seconds === 0 ? messages.modeOn({ mode }) : messages.modeOnFor({ mode, seconds })
  },
})

export const chatModeEvents = [chatModeChanged] as const
