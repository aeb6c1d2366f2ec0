import { setTimeout as delay } from 'node:timers/promises'
import type { Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformConnector } from '../platform.ts'
import { channelReports, commonReports, interactionReports } from '../reports.ts'
import type { AccountOwner, AccountRole } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'
import type { HelixChannel } from './channel-actions.external.ts'
import { twitchChannelActions } from './channel-actions.ts'
import { listenTo, type TwitchListenerNeeds } from './listener.ts'
import { twitchMessages } from './messages.ts'
import { createTwitchPolls, createTwitchPredictions } from './polls.external.ts'
import { createTwitchRewards } from './rewards.external.ts'
import { createHelixStanding } from './standing.external.ts'

const maxClipSeconds = 60
const minClipSeconds = 5
/** Twitch recommends polling for a new clip for this long. */
const clipWaitMs = 15_000
const clipPollMs = 500
const maxTimeoutSeconds = 14 * 24 * 60 * 60

const supportReports = [
  'chat-deleted',
  'chat-cleared',
  'hype-train',
  'subscription-upgrade',
  'subscription-share',
  'subscription-end',
  'gift-bundle',
  'power-up',
  'automatic-reward',
  'watch-streak',
] as const

export function createTwitchConnector(
  needs: TwitchListenerNeeds & { readonly api: AccountApi; readonly helixChannel: HelixChannel; readonly ids: Ids },
): PlatformConnector {
  const { api, helix, tokens, ownLines, clock } = needs
  const standing = createHelixStanding(api)

  return {
    name: 'twitch',
    platform: 'twitch',
    // Pinned messages are not reported; they are read every minute.
    reports: [...commonReports, ...interactionReports, ...channelReports, ...supportReports],
    chatParts: ['emotes', 'badges'],
    sendsReplies: true,
    ...twitchChannelActions(needs),
    counts: ['viewers', 'followers'],
    notes: {
      'chat as bot': twitchMessages.botNote.of(),
      clips: twitchMessages.clipsNote.of(),
      'pin events': twitchMessages.pinsNote.of(),
    },

    async findUser(account, reference, signal) {
      return 'person' in reference ? undefined : helix.findUser(ownerOf(account), reference, signal)
    },

    async readStream(account, signal) {
      const owner = ownerOf(account)
      const [channel, stream, followerCount] = await Promise.all([
        helix.readChannel(owner, account.accountId, signal),
        helix.findStream(owner, account.accountId, signal),
        helix.countFollowers(owner, account.accountId, signal),
      ])
      const { viewerCount = 0, startedAt = null } = stream ?? {}
      return { ...channel, live: stream !== undefined, viewerCount, followerCount, startedAt }
    },

    listPresent: (account, signal) => helix.listChatters(ownerOf(account), account.accountId, signal),

    listSubscribers: (account, signal) => helix.listSubscribers(ownerOf(account), account.accountId, signal),

    async sendChat(account, { text, as, replyTo }, signal) {
      const owner = ownerOf(account, as)
      const { accountId: from } = as === 'bot' ? await tokens.getAccount(owner) : account
      return ownLines.send(account.channelId, helix.say(owner, { to: account.accountId, from, text, replyTo }, signal))
    },

    setTitle: (account, title, signal) => helix.setChannel(ownerOf(account), account.accountId, { title }, signal),

    setCategory: (account, { id }, signal) =>
      helix.setChannel(ownerOf(account), account.accountId, { game_id: id }, signal),

    tags: {
      set: (account, tags, signal) => helix.setChannel(ownerOf(account), account.accountId, { tags }, signal),
    },

    async findCategory(account, name, signal) {
      const owner = ownerOf(account)
      const [exact] = await helix.listCategoriesNamed(owner, name, signal)
      if (exact !== undefined) return exact
      const similar = await helix.searchCategories(owner, name, signal)
      return similar.find((category) => nameKey(category.name) === nameKey(name))
    },

    figures: {
      countSubscribers: (account, signal) => helix.countSubscribers(ownerOf(account), account.accountId, signal),
      listBitsLeaders: (account, wanted, signal) =>
        helix.listBitsLeaders(ownerOf(account), { ...wanted, now: clock.now() }, signal),
    },

    clips: {
      maxSeconds: maxClipSeconds,
      timeoutMs: clipWaitMs + 10_000,
      isReady: () => true,
      async create(account, { title, seconds }, signal) {
        const owner = ownerOf(account)
        const wanted = { title, seconds: Math.max(seconds, minClipSeconds) }
        const clipId = await helix.beginClip(owner, account.accountId, wanted, signal)
        if (clipId === undefined) {
          throw new Failure('stream_offline', { message: platformMessages.streamOffline.of({ service: 'Twitch' }) })
        }
        for (
          const start = clock.steady();
          clock.steady() - start < clipWaitMs;
          await delay(clipPollMs, null, { signal })
        ) {
          const clip = await helix.findClip(owner, clipId, signal).catch(ignoreOutage)
          if (clip !== undefined) return clip
        }
        throw new Failure('platform_refused', {
          message: platformMessages.refused.of({ service: 'Twitch', reason: twitchMessages.clipNotCreated.of() }),
        })
      },
    },

    moderation: {
      ban(account, { user, minutes, reason }, signal) {
        const seconds = minutes === null ? undefined : Math.min(minutes * 60, maxTimeoutSeconds)
        return helix.ban(ownerOf(account), account.accountId, { userId: user.id, seconds, reason }, signal)
      },

      unban: (account, user, signal) => helix.unban(ownerOf(account), account.accountId, user.id, signal),

      async deleteMessage(account, messageId, signal) {
        const isDone = await helix.deleteChat(ownerOf(account), account.accountId, messageId, signal)
        if (!isDone)
          throw new Failure('not_found', { message: platformMessages.messageNotFound.of({ service: 'Twitch' }) })
      },

      async clearChat(account, signal) {
        await helix.deleteChat(ownerOf(account), account.accountId, undefined, signal)
      },

      readChatRules: (account, signal) => helix.readChatRules(ownerOf(account), account.accountId, signal),

      setChatRules: (account, rules, signal) => helix.setChatRules(ownerOf(account), account.accountId, rules, signal),

      warn: (account, { user, reason }, signal) =>
        standing.warn(ownerOf(account), account.accountId, { userId: user.id, reason }, signal),

      setRole: (account, { user, role, isAdded }, signal) =>
        standing.setRole(ownerOf(account), account.accountId, { userId: user.id, role, isAdded }, signal),

      setShieldMode: (account, isOn, signal) =>
        standing.setShieldMode(ownerOf(account), account.accountId, isOn, signal),
    },

    rewards: createTwitchRewards(api),
    polls: createTwitchPolls(api),
    predictions: createTwitchPredictions(api),

    listen: (account) => listenTo(account, needs),
    listening: ({ channelId }) => needs.listenerStatus.of(channelId),
  }
}

function ownerOf({ channelId }: PlatformAccount, role: AccountRole = 'broadcaster'): AccountOwner {
  return { channelId, service: 'twitch', role }
}

/** The clip is being created: an outage of Twitch during polling does not mean that it failed. */
function ignoreOutage(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'platform_unavailable') return undefined
  throw error
}
