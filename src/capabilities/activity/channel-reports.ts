import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ChannelEvent, PlatformUser } from '../../platforms/platform.ts'
import type { EventData, NewEvent } from '../../registry/events.ts'
import type { Cause, Events } from '../events/events.ts'
import type { ObservedChat } from '../stream/observed-chat.ts'
import type { ObservedStream } from '../stream/observed-stream.ts'

export type ChannelReports = ReturnType<typeof createChannelReports>

/** Stores what a platform reports about the channel itself: the stream, the chat as a whole, raids and ad breaks. */
export function createChannelReports(needs: {
  events: Events
  observedStream: ObservedStream
  observedChat: ObservedChat
}) {
  const { events, observedStream, observedChat } = needs

  return {
    async record(tx: Writer, cause: Cause, platform: Platform, event: ChannelEvent, externalId: string): Promise<void> {
      switch (event.kind) {
        case 'stream':
          return observedStream.record(tx, cause, platform, event)
        case 'chat-rules':
          return observedChat.recordRules(tx, cause, platform, event)
        case 'pin':
          return observedChat.recordPin(tx, cause, platform, event)
        default:
          await events.appendNew(tx, cause, { ...logged(event), platform, externalId } as NewEvent)
      }
    },
  }
}

type Single = Exclude<ChannelEvent, { kind: 'stream' | 'chat-rules' | 'pin' }>
type LoggedKind =
  | 'raid.sent'
  | 'shoutout.given'
  | 'shoutout.received'
  | `shared-chat.${'started' | 'changed' | 'ended'}`
  | 'chat.announcement'
  | 'ad.started'
  | 'ad.soon'
type Logged = { [K in LoggedKind]: { readonly kind: K; readonly data: EventData<K> } }[LoggedKind]

function logged(event: Single): Logged {
  switch (event.kind) {
    case 'raid-sent':
      return { kind: 'raid.sent', data: { ...named(event.other), viewers: event.viewers } }
    case 'shoutout-given': {
      const { viewers, moderator } = event
      return { kind: 'shoutout.given', data: { ...named(event.other), viewers, moderator } }
    }
    case 'shoutout-received':
      return { kind: 'shoutout.received', data: { ...named(event.other), viewers: event.viewers } }
    case 'shared-chat': {
      const host = named(event.host)
      if (event.phase === 'ended') return { kind: 'shared-chat.ended', data: host }
      return { kind: `shared-chat.${event.phase}`, data: { ...host, channels: event.channels } }
    }
    case 'announcement': {
      const { author, text, color } = event
      return { kind: 'chat.announcement', data: { ...named(author), text, color } }
    }
    case 'ad-break': {
      const { seconds, isAutomatic, startedAt } = event
      return { kind: 'ad.started', data: { seconds, is_automatic: isAutomatic, started_at: startedAt } }
    }
    case 'ad-soon':
      return { kind: 'ad.soon', data: { seconds: event.seconds, starts_at: event.startsAt } }
  }
}

function named({ id: user_id, username, displayname }: PlatformUser) {
  return { user_id, username, displayname }
}
