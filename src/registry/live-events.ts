import { hypeTrainExample, hypeTrainState } from '../capabilities/activity/contract/events.ts'
import { defineLiveEvent, type LiveEventDefinition } from '../definitions/define-live-event.ts'
import { viewerFields } from '../definitions/event-fields.ts'
import { chatRoles } from '../definitions/roles.ts'
import { reaches } from '../kernel/operation/contract/panel-roles.ts'
import { boolean, list, nullable, object, oneOf, type Static, text } from '../kernel/schema/schema.ts'
import { defineMessages } from '../kernel/text/message.ts'
import { chatBadge, chatEmote } from '../platforms/contract/chat-parts.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import type { EventReader } from './event-registry.ts'

const messages = defineMessages('liveEvents', {
  chatMessage: 'Chat message',
  firstMessage: 'First chat message',
  messageDeleted: 'Chat message deleted',
  chatCleared: 'Chat cleared',
  hypeTrainProgress: 'Hype train progress',
})

const messageId = text({ description: "The platform's own id of the message." })
const written = text({ description: 'What the viewer wrote.' })
const roles = list(oneOf(chatRoles), { description: 'As far as the platform reports them with the message.' })
const chatReaders = { role: 'viewer', scope: 'chat:read' } as const

export const liveEventDefinitions = [
  defineLiveEvent({
    kind: 'chat.message',
    title: messages.chatMessage,
    data: object({
      message_id: messageId,
      ...viewerFields,
      text: written,
      roles,
      color: nullable(text({ description: 'The color of the name, as #rrggbb.' })),
      emotes: list(chatEmote, { description: 'In the order of the text. They do not overlap.' }),
      badges: list(chatBadge, { description: 'The badges beside the name.' }),
      is_own: boolean({ description: 'Whether this server sent the message.' }),
    }),
    readableBy: chatReaders,
    published: {
      example: {
        message_id: 'msg_1',
        user_id: '1001',
        username: 'alice',
        displayname: 'Alice',
        text: 'Hello, stream',
        roles: ['subscriber'],
        color: '#1e90ff',
        emotes: [],
        badges: [],
        is_own: false,
      },
    },
  }),
  defineLiveEvent({
    kind: 'chat.first-message',
    title: messages.firstMessage,
    data: object({
      message_id: messageId,
      ...viewerFields,
      text: written,
      roles,
      is_first_ever: boolean({ description: 'False: the first one since the stream began.' }),
    }),
    readableBy: chatReaders,
    published: {
      example: {
        message_id: 'msg_1',
        user_id: '1001',
        username: 'alice',
        displayname: 'Alice',
        text: 'Hello',
        roles: [],
        is_first_ever: true,
      },
    },
  }),
  defineLiveEvent({
    kind: 'chat.message-deleted',
    title: messages.messageDeleted,
    data: object({ message_id: messageId }),
    readableBy: chatReaders,
    published: { example: { message_id: 'msg_1' } },
  }),
  defineLiveEvent({
    kind: 'chat.cleared',
    title: messages.chatCleared,
    data: object({
      user_id: nullable(text({ description: 'The messages of this person are gone; null: all messages are.' })),
    }),
    readableBy: chatReaders,
    published: { example: { user_id: null } },
  }),
  defineLiveEvent({
    kind: 'hype-train.progress',
    title: messages.hypeTrainProgress,
    data: hypeTrainState,
    readableBy: { role: 'viewer', scope: 'activity:read' },
    published: {
      example: hypeTrainExample,
    },
  }),
] as const

type Definition = (typeof liveEventDefinitions)[number]

/** What `publish` takes. */
export type NewLiveEvent = Definition extends infer D
  ? D extends LiveEventDefinition<infer K, infer S>
    ? { readonly kind: K; readonly platform: Platform; readonly data: Static<S> }
    : never
  : never

export type LiveEvent = NewLiveEvent & { readonly at: number }

const byKind: ReadonlyMap<string, LiveEventDefinition> = new Map(liveEventDefinitions.map((one) => [one.kind, one]))

export function mayReadLive({ kind }: { readonly kind: LiveEvent['kind'] }, reader: EventReader): boolean {
  const definition = byKind.get(kind)
  if (definition === undefined) return false
  const { role, scope } = definition.readableBy
  return 'role' in reader ? reaches(reader.role, role) : reader.scopes.has(scope)
}
