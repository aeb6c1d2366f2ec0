import { withThirdPartyEmotes } from '../../platforms/emotes/find-emotes.ts'
import type { ThirdPartyEmotes } from '../../platforms/emotes/third-party-emotes.ts'
import type { NewLiveEvent } from '../../registry/live-events.ts'
import type { LiveEvents } from '../chat/live-events.ts'
import type { HandledReport, ReceivedLine } from '../moderation/received-line.ts'
import { linkedIdOf } from '../viewers/speakers.ts'
import type { FirstMessages } from './first-messages.ts'

export type LiveChat = ReturnType<typeof createLiveChat>

/** Publishes what happens in the chats, for pages that show them. Nothing of it is stored; the newest messages are in memory. */
export function createLiveChat(needs: { live: LiveEvents; emotes: ThirdPartyEmotes; firstMessages: FirstMessages }) {
  const { live, emotes, firstMessages } = needs

  function messageOf({ channelId, platform, event, line }: HandledReport): NewLiveEvent | undefined {
    if (event.kind !== 'chat') return undefined
    // A repeat was published before. A message that violates a rule of the broadcaster is deleted, so nobody gets it.
    const isRecorded = !event.isOwn && event.guestOf === undefined
    if ((isRecorded && line === undefined) || line?.offence !== undefined) return undefined
    const { id: message_id, user, text, color = null, badges = [], isOwn: is_own = false } = event
    const { id: user_id, username, displayname, roles = [] } = user
    const found = withThirdPartyEmotes(text, event.emotes ?? [], emotes.of(channelId, platform))
    const who = { user_id, ...linkedIdOf(line?.viewer), username, displayname, roles: [...roles], color }
    const data = { message_id, ...who, text, emotes: found, badges: [...badges], is_own }
    return { kind: 'chat.message', platform, data }
  }

  /** Undefined for a report that nobody has to know at once. */
  function eventOf(report: HandledReport): NewLiveEvent | undefined {
    const { platform, event } = report
    switch (event.kind) {
      case 'chat':
        return messageOf(report)
      case 'chat-deleted':
        return { kind: 'chat.message-deleted', platform, data: { message_id: event.messageId } }
      case 'chat-cleared':
        return { kind: 'chat.cleared', platform, data: { user_id: null } }
      // Platforms remove the messages of whom they ban.
      case 'ban':
        return { kind: 'chat.cleared', platform, data: { user_id: event.user.id } }
      case 'hype-train':
        return event.phase === 'end' ? undefined : { kind: 'hype-train.progress', platform, data: event.state }
      default:
        return undefined
    }
  }

  return {
    eventOf,

    take(report: HandledReport): void {
      const event = eventOf(report)
      if (event !== undefined) live.publish(report.channelId, event)
    },

    /** Whether a message is the first one of its author is read from the database, so this follows the message. */
    async takeFirst(line: ReceivedLine): Promise<void> {
      const { channel, platform, event, viewer } = line
      if (viewer.isBot || !live.hasReaders()) return
      const first = await firstMessages.claim(line)
      if (first === undefined) return
      const { id: message_id, text, user } = event
      const { userId: user_id, username, displayname } = viewer
      const who = { user_id, ...linkedIdOf(viewer), username, displayname }
      const said = { message_id, ...who, text, roles: [...(user.roles ?? [])] }
      const data = { ...said, is_first_ever: first === 'ever' }
      live.publish(channel.id, { kind: 'chat.first-message', platform, data })
    },
  }
}
