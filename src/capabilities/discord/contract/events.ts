import { defineEvent } from '../../../definitions/define-event.ts'
import { userId, viewerFields } from '../../../definitions/event-fields.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { integer, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.discord', {
  messageSent: 'Discord message sent',
  voice: 'Discord voice changed',
  moved: 'A member was moved in Discord voice',
  kicked: 'A member was disconnected from Discord voice',
  muted: {
    plural: 'count',
    one: '{count:number} member muted on Discord',
    other: '{count:number} members muted on Discord',
  },
  unmuted: {
    plural: 'count',
    one: '{count:number} member unmuted on Discord',
    other: '{count:number} members unmuted on Discord',
  },
  pulled: {
    plural: 'count',
    one: '{count:number} member pulled to one voice channel on Discord',
    other: '{count:number} members pulled to one voice channel on Discord',
  },
  announced: 'Stream announced on Discord',
  linked: 'Discord account linked',
  linkedBy: '{username} linked a Discord account',
  unlinked: 'Discord account unlinked',
  unlinkedBy: 'The Discord account of {username} was unlinked',
})

const shared = {
  group: 'discord',
  icon: 'chat',
  readableBy: { role: 'viewer', scope: 'discord:read' },
} as const

export const discordVoiceChanges = ['moved', 'kicked', 'muted', 'unmuted', 'pulled'] as const

export const discordMessageSent = defineEvent({
  ...shared,
  kind: 'discord.message-sent',
  title: messages.messageSent,
  data: object({ text: text(), messageId: text() }),
  published: {
    data: object({ text: text(), message_id: text({ description: 'The id on Discord.' }) }),
    from: ({ text: written, messageId: message_id }) => ({ text: written, message_id }),
    example: { text: 'We are live', messageId: '1166712358134579210' },
  },
  sentence: ({ text: written }) => withDetail(messages.messageSent(), written),
})

export const discordVoiceChanged = defineEvent({
  ...shared,
  kind: 'discord.voice-changed',
  title: messages.voice,
  data: object({ change: oneOf(discordVoiceChanges), affected: integer(), failed: integer() }),
  published: {
    example: { change: 'muted', affected: 4, failed: 0 },
  },
  sentence: ({ change, affected: count }) =>
    change === 'moved' ? messages.moved() : change === 'kicked' ? messages.kicked() : messages[change]({ count }),
})

export const discordAnnounced = defineEvent({
  ...shared,
  kind: 'discord.announced',
  title: messages.announced,
  data: object({ title: text(), messageId: text() }),
  published: {
    data: object({ title: text(), message_id: text({ description: 'The id on Discord.' }) }),
    from: ({ title, messageId: message_id }) => ({ title, message_id }),
    example: { title: 'Friday show', messageId: '1166712358134579210' },
  },
  sentence: ({ title }) => withDetail(messages.announced(), title),
})

/** Rows of earlier versions have no id of the viewer. */
const linkData = object({ user_id: optional(userId), username: viewerFields.username })

export const discordLinked = defineEvent({
  ...shared,
  kind: 'discord.linked',
  title: messages.linked,
  data: linkData,
  refersTo: { platform: 'required', viewerId: 'required' },
  published: {
    example: { user_id: '1001', username: 'alice' },
  },
  sentence: ({ username }) => messages.linkedBy({ username }),
})

export const discordUnlinked = defineEvent({
  ...shared,
  kind: 'discord.unlinked',
  title: messages.unlinked,
  data: linkData,
  refersTo: { platform: 'required', viewerId: 'required' },
  published: {
    example: { user_id: '1001', username: 'alice' },
  },
  sentence: ({ username }) => messages.unlinkedBy({ username }),
})

export const discordEvents = [
  discordMessageSent,
  discordVoiceChanged,
  discordAnnounced,
  discordLinked,
  discordUnlinked,
] as const
