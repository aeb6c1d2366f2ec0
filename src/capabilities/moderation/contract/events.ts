import { commonWords } from '../../../definitions/common-words.ts'
import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { list, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.chat', {
  deletion: 'Chat message deleted',
  deleted: 'Chat message deleted',
  deletedOf: 'Chat message of {username} deleted',
  cleared: 'Chat cleared',
  shield: commonWords.shieldMode,
  shieldOn: 'Shield mode turned on',
  shieldOff: 'Shield mode turned off',
  patternsDisabled: 'Moderation patterns disabled',
  patternsTooComplex: 'These moderation patterns are not valid or too complex and are not used',
})

const moderated = object({ reason: text(), username: text(), user_id: text() })

const readers = { role: 'viewer', scope: 'moderation:read' } as const

export const messageDeleted = defineEvent({
  kind: 'moderation.delete',
  group: 'bot',
  icon: 'shield',
  title: messages.deletion,
  data: moderated,
  refersTo: { platform: 'required' },
  readableBy: readers,
  published: {
    example: { reason: 'Spam', username: 'mallory', user_id: '1011' },
  },
  sentence: ({ reason, username }) =>
    withDetail(username === '' ? messages.deleted() : messages.deletedOf({ username }), reason),
})

export const chatCleared = defineEvent({
  kind: 'moderation.clear',
  group: 'bot',
  icon: 'shield',
  title: messages.cleared,
  data: moderated,
  refersTo: { platform: 'required' },
  readableBy: readers,
  published: {
    example: { reason: '', username: '', user_id: '' },
  },
  sentence: () => messages.cleared(),
})

export const shieldChanged = defineEvent({
  kind: 'moderation.shield',
  group: 'bot',
  icon: 'shield',
  title: messages.shield,
  data: moderated,
  refersTo: { platform: 'required' },
  readableBy: readers,
  published: {
    example: { reason: 'on', username: '', user_id: '' },
  },
  sentence: ({ reason }) => (reason === 'off' ? messages.shieldOff() : messages.shieldOn()),
})

export const patternsDisabled = defineEvent({
  kind: 'moderation.patterns-disabled',
  group: 'bot',
  icon: 'shield',
  title: messages.patternsDisabled,
  data: object({ patterns: list(text()) }),
  readableBy: { role: 'viewer', scope: null },
  sentence: ({ patterns }) => withDetail(messages.patternsTooComplex(), patterns.join(' ')),
})

export const moderationEvents = [messageDeleted, chatCleared, shieldChanged, patternsDisabled] as const
