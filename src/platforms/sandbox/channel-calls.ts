import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { PlatformDefinition } from '../contract/definition.ts'
import { type Platform, platformOfName, platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformConnector, PlatformUser } from '../platform.ts'
import type { SandboxAnswer } from './answers.ts'
import type { SandboxCategories } from './categories.ts'
import { maxCommercialSeconds, type SandboxChannelWorld } from './channel-world.ts'
import type { SandboxClips } from './clips.ts'
import type { SandboxMemory } from './memory.ts'
import type { SandboxStreamTools } from './stream-tools.ts'
import type { SandboxWorld } from './world.ts'

export interface ChannelCallParts {
  readonly memory: SandboxMemory
  readonly categories: SandboxCategories
  readonly clips: SandboxClips
  readonly channelWorld: SandboxChannelWorld
  readonly streamTools: SandboxStreamTools
  readonly world: SandboxWorld
  readonly hasExtension: () => boolean
  readonly baseUrl: () => string
}

type ChannelCalls = Pick<
  PlatformConnector,
  | 'setTitle'
  | 'setCategory'
  | 'findCategory'
  | 'clips'
  | 'raids'
  | 'shoutouts'
  | 'announcements'
  | 'pins'
  | 'commercials'
  | 'markers'
  | 'tags'
  | 'videoCategory'
  | 'broadcasts'
>

/** What a broadcaster does with a channel and its stream through a sandbox connector, where the platform allows it. */
export function sandboxChannelCalls(platform: Platform, parts: ChannelCallParts, answer: SandboxAnswer): ChannelCalls {
  const { memory, categories, clips, channelWorld, streamTools, world, hasExtension, baseUrl } = parts
  const allows: PlatformDefinition['allows'] = platformOfName(platform).allows
  const { title, category, maxClipSeconds } = allows

  return {
    ...(title && {
      setTitle: (account, newTitle, signal) =>
        answer('setTitle', account, signal, () => channelWorld.changeStream(account, { title: newTitle })),
    }),

    ...(category && {
      setCategory: (account, wanted, signal) =>
        answer('setCategory', account, signal, () => channelWorld.changeStream(account, { category: wanted })),
      findCategory: (account, name, signal) =>
        answer('findCategory', account, signal, () => categories.get(name), { nothing: undefined }),
    }),

    ...(maxClipSeconds !== undefined && {
      clips: {
        maxSeconds: maxClipSeconds,
        isReady: () => platform !== 'kick' || hasExtension(),
        create: (account, clip, signal) =>
          answer('clip', account, signal, async () => {
            const id = await clips.create(account, clip)
            return { url: `${baseUrl()}/sandbox/clips/${id}` }
          }),
      },
    }),

    ...(allows.raids && {
      raids: {
        start: (account, target, signal) =>
          answer('raid', account, signal, () => channelWorld.startRaid(account, target)),
        cancel: (account, signal) => answer('cancelRaid', account, signal, () => streamTools.cancelRaid(account)),
      },
    }),

    ...(allows.shoutouts && {
      shoutouts: {
        give: (account, target, signal) =>
          answer('shoutout', account, signal, () => channelWorld.giveShoutout(account, target)),
      },
    }),

    ...(allows.announcements && {
      announcements: {
        send: (account, text, signal) =>
          answer('announce', account, signal, () => channelWorld.announce(account, ownUser(account), text)),
      },
    }),

    ...(allows.pins && {
      pins: {
        find: (account, signal) =>
          answer('findPin', account, signal, () => channelWorld.findPin(account), { isOwnPoll: true, nothing: null }),
        pin: (account, messageId, seconds, signal) =>
          answer('pin', account, signal, () => channelWorld.pin(account, messageId, seconds)),
        unpin: (account, messageId, signal) =>
          answer('pin', account, signal, () => channelWorld.unpin(account, messageId)),
      },
    }),

    ...(allows.commercials && {
      commercials: {
        maxSeconds: maxCommercialSeconds,
        start: (account, seconds, signal) =>
          answer('startCommercial', account, signal, async () => {
            if ((await memory.stream(account)).live !== 1) throw offline(platform)
            await channelWorld.startCommercial(account, seconds)
            return { seconds }
          }),
        ...(allows.adSnooze && {
          snooze: (account, signal) => answer('snoozeAd', account, signal, () => streamTools.snoozeAd(account)),
        }),
      },
    }),

    ...(allows.markers && {
      markers: {
        create: (account, _text, signal) =>
          answer('createMarker', account, signal, () => streamTools.createMarker(account)),
      },
    }),

    ...(allows.tags && {
      tags: { set: (account, _tags, signal) => answer('setTags', account, signal, () => streamTools.setTags(account)) },
    }),

    ...(allows.videoCategory && {
      videoCategory: {
        set: (account, name, signal) =>
          answer('setVideoCategory', account, signal, async () => {
            const category = await categories.get(name)
            await channelWorld.changeStream(account, { category })
            return category
          }),
      },
    }),

    ...(allows.broadcasts && {
      broadcasts: {
        start: (account, signal) =>
          answer('broadcast', account, signal, async () => {
            await world.setLive(account, true)
            return 'live' as const
          }),
        end: (account, signal) =>
          answer('broadcast', account, signal, async () => {
            if ((await memory.stream(account)).live !== 1) throw offline(platform)
            await world.setLive(account, false)
            return 'ended' as const
          }),
      },
    }),
  }
}

function ownUser({ accountId: id, username, displayname }: PlatformAccount): PlatformUser {
  return { id, username, displayname }
}

function offline(platform: Platform): Failure {
  return new Failure('stream_offline', {
    message: platformMessages.streamOffline.of({ service: platformTitles[platform] }),
  })
}
