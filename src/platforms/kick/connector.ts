import type { Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { ServiceUnavailable } from '../calls/http-client.ts'
import type { ClipExtension } from '../clip-extension.ts'
import type { ListenerStatus } from '../listener-status.ts'
import { platformMessages } from '../messages.ts'
import type { OwnLines } from '../own-lines.ts'
import type { PlatformAccount, PlatformConnector, PlatformFeed } from '../platform.ts'
import type { RewardCapability } from '../rewards.ts'
import type { AccountOwner, AccountRole } from '../services/services.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import type { KickApi, KickLine } from './kick-api.external.ts'
import type { KickListener } from './listener.ts'
import { kickMessages } from './messages.ts'
import type { RecentChanges } from './recent-changes.ts'

const maxTimeoutMinutes = 7 * 24 * 60
const maxClipSeconds = 180
/** Includes the time to find the open page and the time Kick needs to create the clip. */
const clipTimeoutMs = 45_000

export interface KickConnectorNeeds {
  readonly ids: Ids
  readonly api: KickApi
  readonly rewards: RewardCapability
  readonly tokens: Tokens
  readonly ownLines: OwnLines
  readonly listenerStatus: ListenerStatus
  readonly listener: KickListener
  readonly recentChanges: RecentChanges
  readonly feed: PlatformFeed
  readonly countFollowers: (channelId: number, platform: 'kick') => Promise<number>
  readonly clipExtension?: ClipExtension | undefined
}

export function createKickConnector(needs: KickConnectorNeeds): PlatformConnector {
  const { ids, api, tokens, ownLines, listenerStatus, listener, recentChanges, feed, clipExtension } = needs

  async function followersOf(channelId: number): Promise<number> {
    return clipExtension?.followersOf?.(channelId) ?? needs.countFollowers(channelId, 'kick')
  }

  /** Uses the connected bot account, or the bot that Kick provides for an app. */
  async function sayAsBot(account: PlatformAccount, line: KickLine, signal: AbortSignal) {
    const bot = ownerOf(account, 'bot')
    const hasBot = (await tokens.findAccount(bot)) !== undefined
    return hasBot ? api.say(bot, { to: account.accountId, ...line }, signal) : sayAsAppBot(account, line, signal)
  }

  /** For some apps Kick answers every message of their bot with an error. The broadcaster then says it. */
  async function sayAsAppBot(account: PlatformAccount, line: KickLine, signal: AbortSignal) {
    const { channelId, accountId } = account
    try {
      const sent = await api.sayAsAppBot(ownerOf(account), line, signal)
      listenerStatus.setNote(channelId, null)
      return { ...sent, isOfApp: true }
    } catch (error) {
      const isBroken = error instanceof ServiceUnavailable && (error.isPaused || (error.serviceStatus ?? 0) >= 500)
      if (!isBroken) throw error
      listenerStatus.setNote(channelId, kickMessages.appBotFailed.of())
      return api.say(ownerOf(account), { to: accountId, ...line }, signal)
    }
  }

  return {
    name: 'kick',
    platform: 'kick',
    reports: ['chat', 'follow', 'subscription', 'ban', 'bits', 'gift-bundle', 'redemption', 'stream'],
    chatParts: ['emotes', 'badges'],
    sendsReplies: true,
    counts: ['viewers'],
    notes: {
      'chat as bot': kickMessages.botNote.of(),
      'chat in': kickMessages.chatNote.of(),
      followers: kickMessages.followersNote.of(),
      clips: kickMessages.clipsNote.of(),
      'subscriber list': kickMessages.subscribersNote.of(),
      'deleted messages': kickMessages.deletedNote.of(),
      badges: kickMessages.badgesNote.of(),
    },

    async findUser(account, reference, signal) {
      if ('person' in reference) return undefined
      if ('id' in reference) return api.findUserById(ownerOf(account), reference.id, signal)
      return api.findUserByName(ownerOf(account), reference.username, signal)
    },

    async readStream(account, signal) {
      const [channel, followerCount] = await Promise.all([
        api.readChannel(ownerOf(account), account.accountId, signal),
        followersOf(account.channelId),
      ])
      const { live, title, category, viewerCount, startedAt } = channel
      const info = recentChanges.over(account.channelId, { title, category })
      return { live, viewerCount, startedAt, followerCount, ...info }
    },

    sendChat(account, { as, text, replyTo }, signal) {
      const said = { text, replyTo }
      const line =
        as === 'bot'
          ? sayAsBot(account, said, signal)
          : api.say(ownerOf(account), { to: account.accountId, ...said }, signal)
      return ownLines.send(account.channelId, line)
    },

    async setTitle(account, title, signal) {
      await api.setChannel(ownerOf(account), { stream_title: title }, signal)
      recentChanges.note(account.channelId, { title })
    },

    async setCategory(account, category, signal) {
      await api.setChannel(ownerOf(account), { category_id: Number(category.id) }, signal)
      recentChanges.note(account.channelId, { category })
    },

    tags: { set: (account, tags, signal) => api.setChannel(ownerOf(account), { custom_tags: tags }, signal) },

    async findCategory(account, name, signal) {
      const owner = ownerOf(account)
      const isSame = (category: { readonly name: string }) => nameKey(category.name) === nameKey(name)
      const named = (await api.listCategoriesNamed(owner, name, signal)).find(isSame)
      return named ?? (await api.searchCategories(owner, name, signal)).find(isSame)
    },

    figures: {
      async countSubscribers(account, signal) {
        const { subscriberCount } = await api.readChannel(ownerOf(account), account.accountId, signal)
        if (subscriberCount !== undefined) return subscriberCount
        throw new Failure('platform_refused', {
          message: platformMessages.refused.of({ service: 'Kick', reason: kickMessages.noSubscriberCount.of() }),
        })
      },
      listBitsLeaders: (account, wanted, signal) => api.listKicksLeaders(ownerOf(account), wanted, signal),
    },

    clips: {
      maxSeconds: maxClipSeconds,
      timeoutMs: clipTimeoutMs,
      isReady: ({ channelId }) => clipExtension?.isConnected(channelId) ?? false,
      async create(account, { title, seconds }, signal) {
        const { slug, live } = await api.readChannel(ownerOf(account), account.accountId, signal)
        if (!live)
          throw new Failure('stream_offline', { message: platformMessages.streamOffline.of({ service: 'Kick' }) })
        if (clipExtension === undefined) throw new Failure('extension_not_connected')
        return clipExtension.clip(account.channelId, { slug, title, seconds }, signal)
      },
    },

    moderation: {
      async ban(account, { user, minutes, reason }, signal) {
        const limited = minutes === null ? undefined : Math.min(Math.max(1, Math.ceil(minutes)), maxTimeoutMinutes)
        const sentence = { userId: user.id, minutes: limited, reason }
        await api.ban(ownerOf(account), account.accountId, sentence, signal)
        // Kick reports the ban by webhook, unless it cannot reach this server.
        if (listenerStatus.of(account.channelId)?.state !== 'failed') return
        const { username: moderator } = account
        await feed(account, { kind: 'ban', id: ids.next('ban'), user, minutes: limited ?? null, reason, moderator })
      },

      async unban(account, user, signal) {
        await api.unban(ownerOf(account), account.accountId, user.id, signal)
        // Kick reports bans, but not unbans.
        await feed(account, { kind: 'unban', id: ids.next('unban'), user })
      },

      async deleteMessage(account, messageId, signal) {
        const isDone = await api.deleteLine(ownerOf(account), messageId, signal)
        if (!isDone)
          throw new Failure('not_found', { message: platformMessages.messageNotFound.of({ service: 'Kick' }) })
      },
    },

    rewards: needs.rewards,

    listen: (account) => listener.listen(account),
    listening: ({ channelId }) => listenerStatus.of(channelId),
    checkListening: (account, signal) => listener.check(account, signal),
  }
}

function ownerOf({ channelId }: PlatformAccount, role: AccountRole = 'broadcaster'): AccountOwner {
  return { channelId, service: 'kick', role }
}
