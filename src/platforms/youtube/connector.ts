import { Failure } from '../../kernel/operation/contract/failures.ts'
import { codePointLength } from '../../kernel/schema/text.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformConnector } from '../platform.ts'
import type { Bans } from './bans.ts'
import { createBroadcastSwitch } from './broadcast-switch.ts'
import { ownerOf } from './broadcasts.ts'
import { createCommercials } from './commercials.ts'
import { ChatEnded } from './errors.external.ts'
import { type Listener, listenTo, type YouTubeListenerNeeds } from './listener.ts'
import { youtubeMessages } from './messages.ts'
import { createYouTubePolls } from './polls.ts'
import { createVideoDetails } from './video-details.ts'

const maxLineLength = 200

export interface YouTubeConnectorNeeds extends YouTubeListenerNeeds {
  readonly bans: Bans
  /** Whether YouTube allows the channel to list its members. */
  readonly listsMembers: boolean
}

export function createYouTubeConnector(needs: YouTubeConnectorNeeds): PlatformConnector {
  const { api, broadcasts, ownLines, bans, listenerStatus, listsMembers } = needs
  const listeners = new Map<number, Listener>()

  /** Calls `work` with the chat of the live broadcast. */
  async function inChat<T>(
    account: PlatformAccount,
    signal: AbortSignal,
    work: (chatId: string) => Promise<T>,
  ): Promise<T> {
    const chatId = (await broadcasts.find(account, signal))?.chatId
    if (chatId === undefined) throw noChat()
    return whileOpen(account, work(chatId))
  }

  async function whileOpen<T>(account: PlatformAccount, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof ChatEnded)) throw error
      broadcasts.forget(account)
      throw noChat()
    }
  }

  const polls = createYouTubePolls({ ...needs, inChat })

  return {
    name: 'youtube',
    platform: 'youtube',
    reports: ['chat', 'follow', 'subscription', 'ban', 'bits', 'ad-break', 'chat-deleted', 'gift-bundle', 'poll'],
    chatParts: ['badges'],
    commercials: createCommercials(needs),
    broadcasts: createBroadcastSwitch(needs),
    counts: ['viewers', 'followers'],
    notes: {
      title: youtubeMessages.titleNote.of(),
      category: youtubeMessages.categoryNote.of(),
      followers: youtubeMessages.followersNote.of(),
      moderation: youtubeMessages.moderationNote.of(),
      bits: youtubeMessages.bitsNote.of(),
      subscriptions: youtubeMessages.subscriptionsNote.of(),
      'subscriber list': youtubeMessages.subscribersNote.of(),
      'chat in': youtubeMessages.chatNote.of(),
      'stream events': youtubeMessages.streamNote.of(),
      'ad events': youtubeMessages.adsNote.of(),
      broadcasts: youtubeMessages.broadcastsNote.of(),
      follows: youtubeMessages.followsNote.of(),
      polls: youtubeMessages.pollsNote.of(),
      emotes: youtubeMessages.emotesNote.of(),
      badges: youtubeMessages.badgesNote.of(),
    },

    async findUser(account, reference, signal) {
      return 'person' in reference ? undefined : api.findUser(ownerOf(account), reference, signal)
    },

    findVideo: (account, id, signal) => api.findVideoFacts(ownerOf(account), id, signal),

    async readStream(account, signal, purpose) {
      if (purpose === 'poll') await polls.settleDue(account, signal)
      return broadcasts.read(account, signal)
    },

    polls,

    ...(listsMembers && { listSubscribers: (account, signal) => api.listMembers(ownerOf(account), signal) }),

    async sendChat(account, { text, as }, signal) {
      if (codePointLength(text) > maxLineLength) {
        throw new Failure('invalid_parameter', { message: youtubeMessages.messageTooLong.of({ max: maxLineLength }) })
      }
      const say = (chatId: string) => api.say(ownerOf(account, as), chatId, text, signal)
      return ownLines.send(account.channelId, inChat(account, signal, say))
    },

    ...createVideoDetails(needs),

    moderation: {
      async ban(account, { user, minutes }, signal) {
        const seconds = minutes === null ? undefined : minutes * 60
        const banId = await inChat(account, signal, (chatId) =>
          api.ban(ownerOf(account), { chatId, userId: user.id, seconds }, signal),
        )
        await bans.keep(account.channelId, user.id, banId)
      },

      async unban(account, user, signal) {
        const banId = await bans.find(account.channelId, user.id)
        if (banId === undefined) {
          throw new Failure('platform_refused', {
            message: platformMessages.refused.of({
              service: 'YouTube',
              reason: youtubeMessages.unknownBan.of({ username: user.username }),
            }),
          })
        }
        if (banId === null) return
        await whileOpen(account, api.unban(ownerOf(account), banId, signal))
        await bans.keep(account.channelId, user.id, null)
      },

      async deleteMessage(account, messageId, signal) {
        const isDone = await whileOpen(account, api.deleteLine(ownerOf(account), messageId, signal))
        if (!isDone)
          throw new Failure('not_found', { message: platformMessages.messageNotFound.of({ service: 'YouTube' }) })
      },
    },

    listen(account) {
      const listener = listenTo(account, needs)
      listeners.set(account.channelId, listener)
      return listener.stop
    },

    listening: ({ channelId }) => listenerStatus.of(channelId),

    async checkListening(account, signal) {
      broadcasts.forget(account)
      await broadcasts.find(account, signal)
      listeners.get(account.channelId)?.wake()
    },
  }
}

function noChat(): Failure {
  return new Failure('stream_offline', { message: youtubeMessages.offline.of() })
}
