import { fileURLToPath } from 'node:url'
import { createFirstMessages } from '../capabilities/activity/first-messages.ts'
import { createLiveChat } from '../capabilities/activity/live-chat.ts'
import { createChat } from '../capabilities/chat/chat.ts'
import { openEmotes } from '../capabilities/chat/emotes.ts'
import { createLiveEvents } from '../capabilities/chat/live-events.ts'
import { createPinnedMessages } from '../capabilities/chat/pinned-messages.ts'
import { createClips, type SaveReplay } from '../capabilities/clips/clips.ts'
import { createChatRooms } from '../capabilities/moderation/chat-rooms.ts'
import { createModeration } from '../capabilities/moderation/moderation.ts'
import { createModerationLog } from '../capabilities/moderation/moderation-log.ts'
import { createPolls } from '../capabilities/polls/polls.ts'
import { createRewardLinks } from '../capabilities/rewards/reward-links.ts'
import { createRewards } from '../capabilities/rewards/rewards.ts'
import { createAudienceFigures } from '../capabilities/stream/audience-figures.ts'
import { createChannelActions } from '../capabilities/stream/channel-actions.ts'
import { createGames } from '../capabilities/stream/games.ts'
import { createObservedChat } from '../capabilities/stream/observed-chat.ts'
import { createObservedStream } from '../capabilities/stream/observed-stream.ts'
import { createStream } from '../capabilities/stream/stream.ts'
import { createStreamStates } from '../capabilities/stream/stream-states.ts'
import { createStreamReports } from '../capabilities/stream-reports/stream-reports.ts'
import type { AudienceParts } from './audience.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

const shippedCatalogue = fileURLToPath(new URL('../../catalogue/games.tsv', import.meta.url))

export type StreamParts = ReturnType<typeof openStream>

/** Actions on the platforms: title and game of the stream, chat, clips and moderation. */
export function openStream({
  db,
  clock,
  log,
  bus,
  cluster,
  overrides,
  onClose,
  events,
  settings,
  platforms,
  values,
  viewers,
  saveReplay,
}: NodeParts & ChannelParts & PlatformParts & AudienceParts & { saveReplay: SaveReplay }) {
  const live = createLiveEvents({ clock, bus })
  const emotes = openEmotes({ clock, log, bus, settings, platforms, urls: overrides.emoteUrls })
  onClose(() => emotes.close())
  const games = createGames({ db, log, catalogue: overrides.catalogue ?? shippedCatalogue })
  const observedStream = createObservedStream({ db, clock, events, onStreamEnd: values.endStream })
  const stream = createStream({ platforms, events, games, observedStream })
  const streamStates = createStreamStates({ clock, platforms, stream })
  const chat = createChat({ platforms, events })
  const moderationLog = createModerationLog({ db, clock })
  return {
    games,
    observedStream,
    observedChat: createObservedChat({ clock, events }),
    stream,
    streamStates,
    streamReports: createStreamReports({ db, clock, events }),
    chat,
    channelActions: createChannelActions({ platforms }),
    chatRooms: createChatRooms({ db, clock, platforms, settings, live }),
    clips: createClips({ platforms, chat, events, log, saveReplay }),
    moderationLog,
    pinnedMessages: createPinnedMessages({ platforms }),
    polls: createPolls({ platforms }),
    rewardLinks: createRewardLinks({ events }),
    rewards: createRewards({ db, platforms, runExclusively: cluster?.runExclusively }),
    moderation: createModeration({ db, platforms, events, live, log: moderationLog }),
    audienceFigures: createAudienceFigures({ platforms }),
    firstMessages: createFirstMessages({ db, streamStates, viewers }),
    liveChat: createLiveChat({ live, emotes }),
  }
}
