import { createFirstMessages } from '../capabilities/activity/first-messages.ts'
import { createLiveChat } from '../capabilities/activity/live-chat.ts'
import { openChat } from '../capabilities/chat/open.ts'
import { createClips, type SaveReplay } from '../capabilities/clips/clips.ts'
import { openModeration } from '../capabilities/moderation/open.ts'
import { createPolls } from '../capabilities/polls/polls.ts'
import { createRewardLinks } from '../capabilities/rewards/reward-links.ts'
import { createRewards } from '../capabilities/rewards/rewards.ts'
import { openStream } from '../capabilities/stream/open.ts'
import { createStreamReports } from '../capabilities/stream-reports/stream-reports.ts'
import type { AudienceParts } from './audience.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

export type BroadcastParts = ReturnType<typeof openBroadcast>

/** What happens on the platforms: the stream, chat, clips, moderation, rewards and polls. */
export function openBroadcast(
  needs: NodeParts & ChannelParts & PlatformParts & AudienceParts & { saveReplay: SaveReplay },
) {
  const stream = openStream({ ...needs, onStreamEnd: needs.values.endStream })
  const chat = openChat(needs)
  const firstMessages = createFirstMessages({ ...needs, ...stream })
  return {
    ...stream,
    ...chat,
    ...openModeration({ ...needs, ...chat }),
    clips: createClips({ ...needs, ...chat }),
    polls: createPolls(needs),
    rewardLinks: createRewardLinks(needs),
    rewards: createRewards({ ...needs, runExclusively: needs.cluster?.runExclusively }),
    streamReports: createStreamReports(needs),
    firstMessages,
    liveChat: createLiveChat({ ...chat, firstMessages }),
  }
}
