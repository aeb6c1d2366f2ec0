import type { Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { PlatformDefinition } from '../contract/definition.ts'
import { type Platform, platformOfName, platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformConnector, PlatformEvent, StreamState } from '../platform.ts'
import { channelReports, commonReports, interactionReports } from '../reports.ts'
import { createSandboxAnswer } from './answers.ts'
import { type ChannelCallParts, sandboxChannelCalls } from './channel-calls.ts'
import type { SandboxChannelMemory } from './channel-memory.ts'
import type { ConnectorCall, Faults } from './faults.ts'
import type { SandboxFigures } from './figures.ts'
import { type InteractionParts, sandboxInteractions } from './interactions.ts'
import type { SandboxStream } from './memory.ts'

export const sandboxName = 'sandbox'
export const botName = 'showcaller'

export interface SandboxConnectorNeeds extends InteractionParts, ChannelCallParts {
  readonly ids: Ids
  readonly figures: SandboxFigures
  readonly channelMemory: SandboxChannelMemory
  readonly faults: Faults
}

/** What all platforms report here beside the common groups, and what only some of them have. */
const chatReports = ['chat-deleted', 'chat-cleared'] as const
const supportReports: { readonly [P in Platform]?: readonly PlatformEvent['kind'][] } = {
  kick: ['gift-bundle'],
  twitch: [
    'gift-bundle',
    'hype-train',
    'subscription-upgrade',
    'subscription-end',
    'watch-streak',
    'power-up',
    'automatic-reward',
  ],
  youtube: ['gift-bundle'],
  tiktok: ['likes', 'share', 'super-fan'],
}
const withFigures: readonly Platform[] = ['kick', 'twitch']

/** The sandbox connector of one platform, with the interface of a real connector. */
export function createSandboxConnector(platform: Platform, needs: SandboxConnectorNeeds): PlatformConnector {
  const { ids, memory, figures, people, world, faults, channelMemory, channelWorld } = needs
  const answer = createSandboxAnswer(faults)
  const allows: PlatformDefinition['allows'] = platformOfName(platform).allows

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

    moderation: {
      ban: (account, request, signal) =>
        answer('ban', account, signal, () => world.ban(account, { ...request, moderator: account.username })),
      unban: (account, user, signal) => answer('unban', account, signal, () => world.unban(account, user)),
      async deleteMessage(account, messageId, signal) {
        const was = await change('deleteMessage', account, signal, (tx, place) => memory.dropLine(tx, place, messageId))
        if (!was) throw messageNotFound(platform)
      },
      clearChat: (account, signal) => change('clearChat', account, signal, (tx, place) => memory.clearLines(tx, place)),
      ...(allows.chatModes && {
        readChatRules: (account, signal, purpose) =>
          answer('readChatRules', account, signal, () => channelMemory.rules(account), {
            isOwnPoll: purpose === 'poll',
          }),
        setChatRules: (account, rules, signal) =>
          answer('setChatRules', account, signal, () => channelWorld.setRules(account, rules)),
      }),
      ...(allows.warnings && {
        warn: (account, { user, reason }, signal) =>
          answer('warn', account, signal, () => channelWorld.warn(account, user, reason, account.username)),
      }),
      ...(allows.roles && {
        setRole: (account, { user, role, isAdded }, signal) =>
          answer('setRole', account, signal, () => channelWorld.changeRole(account, user, { role, isAdded })),
      }),
      ...(allows.shieldMode && {
        setShieldMode: (account, isOn, signal) =>
          answer('setShieldMode', account, signal, () => needs.streamTools.setShieldMode(account, isOn)),
      }),
    },

    ...sandboxChannelCalls(platform, needs, answer),
    ...sandboxInteractions(platform, needs, answer),
  }
}

function messageNotFound(platform: Platform): Failure {
  return new Failure('not_found', {
    message: platformMessages.messageNotFound.of({ service: platformTitles[platform] }),
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
