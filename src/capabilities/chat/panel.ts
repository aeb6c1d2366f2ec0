import { chatRoles } from '../../definitions/roles.ts'
import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, nullable, object, oneOf, optional, text, withDefault } from '../../kernel/schema/schema.ts'
import { defineMessages } from '../../kernel/text/message.ts'
import { platforms } from '../../platforms/contract/platforms.ts'
import { exampleEvent, loggedEvent } from '../events/event-fields.ts'
import { sentEvent } from '../events/event-rows.ts'
import type { OutgoingLine } from '../steps/chat-lines.ts'
import { exampleViewer, onPanel, viewerEntry } from '../viewers/panel.ts'

const panelErrors = defineMessages('errors.panel', {
  broadcasterSpeaks: 'as: only editors and owners can write as the broadcaster. Send it as the bot.',
  replyOnOnePlatform: 'platforms: a reply goes to one platform.',
})

const maxLength = 500
const roleOfBroadcaster = 'editor'

export const sendChat = definePanelOperation({
  name: 'send-chat',
  summary: 'Sends a message to the chat of one or more platforms, as the bot or as the broadcaster.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({
    message: text({ min: 1, max: maxLength, cleaning: 'line', description: 'The text.' }),
    as: withDefault(oneOf(['bot', 'broadcaster'], { description: 'Who says it.' }), 'bot'),
    platforms: withDefault(
      list(oneOf(platforms), { max: platforms.length, description: 'Where; empty: wherever the chat is connected.' }),
      [],
    ),
    reply_to: optional(text({ min: 1, max: 100, cleaning: 'line', description: 'The id of the message it answers.' })),
  }),
  output: object({
    results: list(
      object({
        platform: oneOf(platforms),
        message_id: nullable(text()),
        error: nullable(text({ description: 'Why the platform refused it.' })),
      }),
    ),
  }),
  failures: ['missing_role', 'platform_not_connected', 'invalid_parameter'],
  example: {
    input: { message: 'Hello, chat', platforms: ['kick'] },
    output: { results: [{ platform: 'kick', message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd', error: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { message, as, reply_to: replyTo } = input
    if (as === 'broadcaster' && !reaches(caller.role, roleOfBroadcaster)) {
      throw new Failure('missing_role', {
        message: panelErrors.broadcasterSpeaks.of(),
        fields: { required_role: roleOfBroadcaster },
      })
    }
    if (replyTo !== undefined && input.platforms.length !== 1) {
      throw new Failure('invalid_parameter', { message: panelErrors.replyOnOnePlatform.of() })
    }
    const connected = await ctx.platforms.connected(caller.channel.id)
    const able = connected.filter(({ connector }) => connector.sendChat !== undefined)
    const everywhere = able.map(({ account }) => account.platform)
    const wanted = input.platforms.length > 0 ? [...new Set(input.platforms)] : everywhere
    if (wanted.length === 0) throw new Failure('platform_not_connected')
    const sent = await Promise.all(
      wanted.map(async (platform) => {
        const line = await lineFor(ctx, caller, { platform, text: message, as, replyTo })
        try {
          return { line, messageId: (await ctx.chat.send(caller, line)).messageId, error: null }
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          return { line, messageId: null, error: error.text }
        }
      }),
    )
    return commit(async (tx) => {
      for (const { line, messageId } of sent) {
        if (messageId !== null) await ctx.chat.note(tx, caller, { ...line, messageId })
      }
      return {
        results: sent.map(({ line, messageId, error }) => ({ platform: line.platform, message_id: messageId, error })),
      }
    })
  },
})

/** Where the platform has no replies, the name of the author stands before the text. */
async function lineFor(ctx: Context, caller: PanelCaller, line: OutgoingLine): Promise<OutgoingLine> {
  const { replyTo, ...plain } = line
  if (replyTo === undefined || (await ctx.chat.canReply(caller, line.platform))) return line
  const author = await ctx.moderation.findAuthor(caller.channel, line.platform, replyTo)
  if (author === undefined) return plain
  return { ...plain, text: [...`@${author.username} ${line.text}`].slice(0, maxLength).join('') }
}

const shownEvents = 8

export const getViewerCard = definePanelOperation({
  name: 'get-viewer-card',
  summary: 'The author of a chat message: points, watch time, messages and what happened lately.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    platform: oneOf(platforms, { description: 'The platform.' }),
    user_id: text({ min: 1, max: 200, cleaning: 'line', description: "The platform's own id of the person." }),
  }),
  output: object({
    viewer: viewerEntry,
    roles: list(oneOf(chatRoles), { description: 'As the platform last reported them.' }),
    followed_at: nullable(integer()),
    events: list(loggedEvent, { description: 'The newest events about this viewer, as far as you may read them.' }),
  }),
  failures: ['user_not_found'],
  example: {
    input: { platform: 'kick', user_id: '1001' },
    output: { viewer: exampleViewer, roles: ['follower'], followed_at: 1_763_000_000_000, events: [exampleEvent] },
  },
  async handle({ input, caller, ctx }) {
    const { channel, role } = caller
    const found = await ctx.viewers.findByPlatformId(channel, input.platform, input.user_id)
    if (found === undefined || !('known' in found)) throw new Failure('user_not_found')
    const viewer = found.known
    const { events } = await ctx.events.page(ctx.db, channel.id, {
      role,
      limit: shownEvents,
      matches: ({ viewerId }) => viewerId === viewer.id,
    })
    const { roles, followedAt } = viewer
    return { viewer: onPanel(viewer), roles: [...roles], followed_at: followedAt, events: events.map(sentEvent) }
  },
})
