import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { PinnedMessage } from '../channel-events.ts'
import { type ChatModeState, type ChatRules, rulesOf } from '../chat-rules.ts'
import { defaultSlowSeconds } from '../contract/chat-modes.ts'
import type { UnbanRequestStatus } from '../contract/interaction-states.ts'
import type { PlatformAccount, PlatformCategory, PlatformFeed, PlatformUser } from '../platform.ts'
import type { SandboxChannelMemory, SandboxPin, StartedAction } from './channel-memory.ts'
import type { SandboxMemory } from './memory.ts'
import type { SandboxPeople } from './users.ts'

export const maxCommercialSeconds = 180

type SharedChatState =
  | { readonly phase: 'started' | 'changed'; readonly channels: number }
  | { readonly phase: 'ended' }

export type SandboxChannelWorld = ReturnType<typeof createSandboxChannelWorld>

/** What happens to a channel on the sandbox. Each action is stored first and then reported to the feed. */
export function createSandboxChannelWorld(needs: {
  db: Database
  clock: Clock
  ids: Ids
  people: SandboxPeople
  memory: SandboxMemory
  channelMemory: SandboxChannelMemory
  feed: PlatformFeed
}) {
  const { db, clock, ids, people, memory, channelMemory, feed } = needs

  async function begin(account: PlatformAccount, action: Omit<StartedAction, 'at'>): Promise<void> {
    await memory.change(account, (tx) => channelMemory.addAction(tx, account, action))
  }

  async function findPin(account: PlatformAccount): Promise<PinnedMessage<PlatformUser> | null> {
    const line = await channelMemory.findPin(db, account)
    if (line === undefined) return null
    const { id: messageId, text, endsAt } = line
    return { messageId, author: authorOf(account, line), text, moderator: account.username, endsAt }
  }

  function authorOf(account: PlatformAccount, { username, author }: SandboxPin): PlatformUser {
    const { accountId: id, displayname, platform } = account
    if (author === 'broadcaster') return { id, username, displayname }
    return people.find(platform, { username }) ?? { id: `${platform}-bot`, username, displayname: username }
  }

  return {
    async changeStream(
      account: PlatformAccount,
      { title, category }: { readonly title?: string | undefined; readonly category?: PlatformCategory | undefined },
    ): Promise<void> {
      await memory.change(account, async (tx, place) => {
        if (title !== undefined) await memory.setTitle(tx, place, title)
        if (category !== undefined) await memory.setCategory(tx, place, category)
      })
      const changed = { ...(title !== undefined && { title }), ...(category !== undefined && { category }) }
      await feed(account, { kind: 'stream', id: ids.next('update'), ...changed })
    },

    async startRaid(account: PlatformAccount, other: PlatformUser): Promise<void> {
      const { viewers } = await memory.stream(account)
      await begin(account, { action: 'raid', username: other.username, seconds: null })
      await feed(account, { kind: 'raid-sent', id: ids.next('raid'), other, viewers })
    },

    async giveShoutout(account: PlatformAccount, other: PlatformUser): Promise<void> {
      const { viewers } = await memory.stream(account)
      const { username: moderator } = account
      await begin(account, { action: 'shoutout', username: other.username, seconds: null })
      await feed(account, { kind: 'shoutout-given', id: ids.next('shoutout'), other, viewers, moderator })
    },

    async receiveShoutout(account: PlatformAccount, other: PlatformUser, viewers: number): Promise<void> {
      await feed(account, { kind: 'shoutout-received', id: ids.next('shoutout'), other, viewers, moderator: '' })
    },

    async shareChat(account: PlatformAccount, host: PlatformUser, state: SharedChatState): Promise<void> {
      await feed(account, { kind: 'shared-chat', id: ids.next('shared_chat'), host, ...state })
    },

    async announce(account: PlatformAccount, author: PlatformUser, text: string): Promise<void> {
      const id = ids.next('msg')
      const isOwn = author.id === account.accountId
      const line = { id, username: author.username, text, author: isOwn ? 'broadcaster' : 'viewer' } as const
      await memory.change(account, (tx, place) => memory.addLine(tx, place, { ...line, isAnnouncement: true }))
      await feed(account, { kind: 'announcement', id, author, text, color: '' })
    },

    findPin,

    /** Returns whether there is such a message. */
    async pin(account: PlatformAccount, messageId: string, seconds?: number): Promise<boolean> {
      const isThere = await memory.change(account, (tx) => channelMemory.pin(tx, account, messageId, seconds))
      if (isThere) await feed(account, { kind: 'pin', id: ids.next('pin'), pin: await findPin(account) })
      return isThere
    },

    /** Returns whether a message, or the one that is named, was pinned. */
    async unpin(account: PlatformAccount, messageId?: string): Promise<boolean> {
      const was = await memory.change(account, async (tx) => {
        const pinned = await channelMemory.findPin(tx, account)
        if (pinned === undefined || (messageId !== undefined && pinned.id !== messageId)) return false
        await channelMemory.unpin(tx, account)
        return true
      })
      if (was) await feed(account, { kind: 'pin', id: ids.next('pin'), pin: null })
      return was
    },

    async setRules(account: PlatformAccount, change: Partial<ChatRules>): Promise<void> {
      const rules = await memory.change(account, (tx) => channelMemory.setRules(tx, account, change))
      await feed(account, { kind: 'chat-rules', id: ids.next('rules'), rules })
    },

    setMode(account: PlatformAccount, state: ChatModeState): Promise<void> {
      return this.setRules(account, rulesOf(state, defaultSlowSeconds))
    },

    async changeRole(
      account: PlatformAccount,
      user: PlatformUser,
      change: { readonly role: 'vip' | 'moderator'; readonly isAdded: boolean },
    ): Promise<void> {
      await feed(account, { kind: 'role', id: ids.next('role'), user, ...change })
    },

    async warn(account: PlatformAccount, user: PlatformUser, reason: string, moderator = 'moderator'): Promise<void> {
      await feed(account, { kind: 'warning', id: ids.next('warning'), user, reason, moderator })
    },

    async acknowledgeWarning(account: PlatformAccount, user: PlatformUser): Promise<void> {
      await feed(account, { kind: 'warning-acknowledged', id: ids.next('warning'), user })
    },

    async requestUnban(account: PlatformAccount, user: PlatformUser, message: string): Promise<string> {
      const requestId = ids.next('unban_request')
      await feed(account, { kind: 'unban-request', id: requestId, user, requestId, message })
      return requestId
    },

    async resolveUnbanRequest(
      account: PlatformAccount,
      user: PlatformUser,
      resolution: { readonly requestId: string; readonly status: UnbanRequestStatus; readonly reason: string },
    ): Promise<void> {
      const { requestId: id, status } = resolution
      const moderator = status === 'cancelled' ? '' : 'moderator'
      await feed(account, { kind: 'unban-request-resolved', id, user, ...resolution, moderator })
    },

    async startCommercial(account: PlatformAccount, seconds: number, isAutomatic = false): Promise<void> {
      await begin(account, { action: 'commercial', username: '', seconds })
      await feed(account, { kind: 'ad-break', id: ids.next('ad'), seconds, isAutomatic, startedAt: clock.now() })
    },

    async announceAd(account: PlatformAccount, seconds: number, inSeconds: number): Promise<void> {
      const startsAt = clock.now() + inSeconds * 1000
      await feed(account, { kind: 'ad-soon', id: ids.next('ad'), seconds, startsAt })
    },

    /** The rules of the chat, the pinned message, and what was started, as `state` shows them. */
    async read(account: PlatformAccount) {
      const [rules, actions, pin] = await Promise.all([
        channelMemory.rules(account),
        channelMemory.actions(account),
        findPin(account),
      ])
      return { rules, actions, pin }
    },
  }
}
