import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { EmoteService } from '../../platforms/contract/chat-parts.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import { createAnnouncements } from './announcements.ts'
import { createChatBacklog } from './backlog.ts'
import { createChat } from './chat.ts'
import { openEmotes } from './emotes.ts'
import { createLiveEvents } from './live-events.ts'
import { createPinnedMessages } from './pinned-messages.ts'

/** The chats of the platforms: what is sent, pinned and shown live, with emotes of third parties. */
export function openChat(needs: {
  overrides: {
    /** Hosts in place of those of the emote services. */
    readonly emoteUrls?: Partial<Record<EmoteService, string>>
  }
  clock: Clock
  log: Log
  bus: Bus
  onClose: OnClose
  events: Events
  platforms: Platforms
  settings: Settings
  /** With several nodes, each keeps what all of them receive. */
  cluster?: object | undefined
}) {
  const { bus, onClose } = needs
  const emotes = openEmotes({ ...needs, urls: needs.overrides.emoteUrls })
  onClose(() => emotes.close())
  const backlog = createChatBacklog(needs)
  onClose(() => backlog.close())
  if (needs.cluster !== undefined) {
    onClose(bus.subscribe('live-event', ({ channelId, event }) => backlog.take(channelId, event)))
  }
  return {
    announcements: createAnnouncements(needs),
    chat: createChat(needs),
    chatBacklog: backlog,
    emotes,
    live: createLiveEvents({ ...needs, backlog }),
    pinnedMessages: createPinnedMessages(needs),
  }
}
