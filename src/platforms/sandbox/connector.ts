import type { Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import type { PlatformDefinition } from '../contract/definition.ts'
import { type Platform, platformOfName, platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformConnector, PlatformEvent, PlatformUser, StreamState } from '../platform.ts'
import { channelReports, commonReports, interactionReports } from '../reports.ts'
import type { SandboxCategories } from './categories.ts'
import type { SandboxChannelMemory } from './channel-memory.ts'
import { maxCommercialSeconds, type SandboxChannelWorld } from './channel-world.ts'
import type { SandboxClips } from './clips.ts'
import type { ConnectorCall, Faults } from './faults.ts'
import type { SandboxFigures } from './figures.ts'
import { type InteractionParts, sandboxInteractions } from './interactions.ts'
import type { SandboxMemory, SandboxStream } from './memory.ts'
import type { SandboxWorld } from './world.ts'

export const sandboxName = 'sandbox'
export const botName = 'showcaller'

export interface SandboxConnectorNeeds extends InteractionParts {
  readonly ids: Ids
  readonly memory: SandboxMemory
  readonly figures: SandboxFigures
  readonly categories: SandboxCategories
  readonly clips: SandboxClips
  readonly world: SandboxWorld
  readonly channelMemory: SandboxChannelMemory
  readonly channelWorld: SandboxChannelWorld
  readonly faults: Faults
  readonly hasExtension: () => boolean
  readonly baseUrl: () => string
}

/** What all platforms report here beside the common groups, and what only some of them have. */
const chatReports = ['chat-deleted', 'chat-cleared'] as const
const supportReports: { readonly [P in Platform]?: readonly PlatformEvent['kind'][] } = {
  kick: ['gift-bundle'],
  twitch: ['gift-bundle', 'hype-train', 'subscription-upgrade', 'watch-streak'],
  youtube: ['gift-bundle'],
  tiktok: ['likes', 'share', 'super-fan'],
}
const withFigures: readonly Platform[] = ['kick', 'twitch']

/** The sandbox connector of one platform, with the interface of a real connector. */
export function createSandboxConnector(platform: Platform, needs: SandboxConnectorNeeds): PlatformConnector {
  const { ids, memory, figures, people, categories, clips, world, faults, hasExtension, baseUrl } = needs
  const { channelMemory, channelWorld } = needs
  const allows: PlatformDefinition['allows'] = platformOfName(platform).allows
  const { title, category, chatModes, maxClipSeconds } = allows

  /** Injects planned faults and stops when the caller's signal aborts. */
  async function answer<T, N = never>(
    call: ConnectorCall,
    account: PlatformAccount,
    signal: AbortSignal,
    work: () => Promise<T>,
    { nothing, isOwnPoll }: { nothing?: N; isOwnPoll?: boolean } = {},
  ): Promise<T | N> {
    signal.throwIfAborted()
    if ((await faults.inject(account, call, signal, isOwnPoll)) === 'nothing') return nothing as N
    return untilAborted(signal, work())
  }

  function change<T>(
    call: ConnectorCall,
    account: PlatformAccount,
    signal: AbortSignal,
    work: (tx: Writer, place: { channel: number; platform: string }) => Promise<T>,
  ): Promise<T> {
    return answer(call, account, signal, () =>
      memory.change(account, (tx, place) => {
        signal.throwIfAborted()
        return work(tx, place)
      }),
    )
  }

  return {
    name: sandboxName,
    platform,
    knowsPersons: true,
    reports: [
      ...commonReports,
      ...chatReports,
      ...interactionReports,
      ...channelReports,
      ...(supportReports[platform] ?? []),
    ],
    chatParts: ['emotes', 'badges'],
    ...(allows.replies && { sendsReplies: true }),
    counts: ['viewers', 'followers'],

    findUser: (account, reference, signal) =>
      answer('findUser', account, signal, async () => people.find(platform, reference), { nothing: undefined }),

    readStream: (account, signal, purpose) =>
      answer('readStream', account, signal, async () => stateOf(await memory.stream(account)), {
        isOwnPoll: purpose === 'poll',
      }),

    listPresent: (account, signal) =>
      answer('listPresent', account, signal, async () => {
        const names = await memory.present(account)
        return names.flatMap((username) => people.find(platform, { username }) ?? [])
      }),

    async sendChat(account, { text, as, replyTo }, signal) {
      // A reply may be to a message that is no longer kept, so it is not looked for.
      const id = ids.next('msg')
      const username = as === 'bot' ? botName : account.username
      await change('sendChat', account, signal, (tx, place) =>
        memory.addLine(tx, place, { id, username, text, author: as, replyTo }),
      )
      await world.support.echo(account, { id, username, text, isBot: as === 'bot' })
      return { messageId: id }
    },

    ...(withFigures.includes(platform) && {
      figures: {
        countSubscribers: (account, signal) =>
          answer('countSubscribers', account, signal, () => figures.countSubscribers(account)),
        listBitsLeaders: (account, wanted, signal) =>
          answer('listBitsLeaders', account, signal, async () => {
            const leaders = await figures.listBitsLeaders(account, wanted)
            return leaders.flatMap(({ username, amount }, index) => {
              const user = people.find(platform, { username })
              return user === undefined ? [] : [{ rank: index + 1, user, amount }]
            })
          }),
      },
    }),

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
      },
    }),

    moderation: {
      ban: (account, request, signal) =>
        answer('ban', account, signal, () => world.ban(account, { ...request, moderator: account.username })),
      unban: (account, user, signal) => answer('unban', account, signal, () => world.unban(account, user)),
      async deleteMessage(account, messageId, signal) {
        const was = await change('deleteMessage', account, signal, (tx, place) => memory.dropLine(tx, place, messageId))
        if (!was) throw messageNotFound(platform)
      },
      clearChat: (account, signal) => change('clearChat', account, signal, (tx, place) => memory.clearLines(tx, place)),
      ...(chatModes && {
        readChatRules: (account, signal, purpose) =>
          answer('readChatRules', account, signal, () => channelMemory.rules(account), {
            isOwnPoll: purpose === 'poll',
          }),
        setChatRules: (account, rules, signal) =>
          answer('setChatRules', account, signal, () => channelWorld.setRules(account, rules)),
      }),
    },

    ...sandboxInteractions(platform, needs, answer),
  }
}

function ownUser({ accountId: id, username, displayname }: PlatformAccount): PlatformUser {
  return { id, username, displayname }
}

function messageNotFound(platform: Platform): Failure {
  return new Failure('not_found', {
    message: platformMessages.messageNotFound.of({ service: platformTitles[platform] }),
  })
}

function offline(platform: Platform): Failure {
  return new Failure('stream_offline', {
    message: platformMessages.streamOffline.of({ service: platformTitles[platform] }),
  })
}

function stateOf(row: SandboxStream): StreamState {
  const live = row.live === 1
  return {
    live,
    title: row.title,
    category: { id: row.category_id, name: row.category },
    viewerCount: live ? row.viewers : 0,
    followerCount: row.followers,
    startedAt: row.started_at,
  }
}
