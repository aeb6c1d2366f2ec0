import { fileURLToPath } from 'node:url'
import { createAudienceFigures } from '../features/audience/audience-figures.ts'
import { createChat } from '../features/chat/chat.ts'
import { createClips } from '../features/clips/clips.ts'
import { openEmotes } from '../features/live/emotes.ts'
import { createLiveChat } from '../features/live/live-chat.ts'
import { createLiveEvents } from '../features/live/live-events.ts'
import { createChatRooms } from '../features/moderation/chat-rooms.ts'
import { createModeration } from '../features/moderation/moderation.ts'
import { createModerationLog } from '../features/moderation/moderation-log.ts'
import { createGames } from '../features/stream/games.ts'
import { createStream } from '../features/stream/stream.ts'
import { createStreamStates } from '../features/stream/stream-states.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

const catalogue = fileURLToPath(new URL('../../catalogue/games.tsv', import.meta.url))

export type StreamParts = ReturnType<typeof openStream>

/** Actions on the platforms: title and game of the stream, chat, clips and moderation. */
export function openStream({
  db,
  clock,
  log,
  bus,
  overrides,
  onClose,
  events,
  settings,
  platforms,
}: NodeParts & ChannelParts & PlatformParts) {
  const live = createLiveEvents({ clock, bus })
  const emotes = openEmotes({ clock, log, bus, settings, platforms, urls: overrides.emoteUrls })
  onClose(() => emotes.close())
  const games = createGames({ db, log, catalogue })
  const stream = createStream({ platforms, events, games })
  const chat = createChat({ platforms, events })
  const moderationLog = createModerationLog({ db, clock })
  return {
    games,
    stream,
    streamStates: createStreamStates({ clock, platforms, stream }),
    chat,
    chatRooms: createChatRooms({ db, clock, platforms, settings, live }),
    clips: createClips({ platforms, chat, events, log }),
    moderationLog,
    moderation: createModeration({ db, platforms, events, live, log: moderationLog }),
    audienceFigures: createAudienceFigures({ platforms }),
    liveChat: createLiveChat({ live, emotes }),
  }
}
