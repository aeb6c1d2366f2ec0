import type { Clock, Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformFeed, PlatformUser } from '../platform.ts'
import type { HypeTrainState, SupportReport } from '../support-events.ts'
import { sandboxChatParts } from './chat-parts.ts'
import type { SandboxMemory } from './memory.ts'
import type { SandboxPeople } from './users.ts'

const subscriptionMs = 30 * 24 * 60 * 60 * 1000

/** What happens on the sandbox beside chat, follows, subscriptions and bans. */
export function createSandboxSupport(needs: {
  clock: Clock
  ids: Ids
  memory: SandboxMemory
  people: SandboxPeople
  feed: PlatformFeed
}) {
  const { clock, ids, memory, people, feed } = needs
  /** The hype train of each channel, until it ends. */
  const trains = new Map<number, string>()

  function broadcasterOf({ accountId: id, username, displayname }: PlatformAccount): PlatformUser {
    return { id, username, displayname }
  }

  return {
    /** A message that this server sent, as the platform shows it to everybody. */
    async echo(
      account: PlatformAccount,
      { id, username, text, isBot }: { id: string; username: string; text: string; isBot: boolean },
    ): Promise<void> {
      const bot = { id: `${account.platform}-bot`, username, displayname: username, isBot: true }
      const user = isBot ? bot : { ...broadcasterOf(account), roles: ['broadcaster'] as const }
      const parts = sandboxChatParts(text, isBot ? [] : ['broadcaster'])
      await feed(account, { kind: 'chat', id, user, text, ...parts, isOwn: true })
    },

    /** Passes an event of one viewer on. */
    async report(account: PlatformAccount, user: PlatformUser, event: SupportReport): Promise<void> {
      await feed(account, { ...event, id: ids.next(event.kind), user })
    },

    async hypeTrain(
      account: PlatformAccount,
      phase: 'begin' | 'progress' | 'end',
      state: Omit<HypeTrainState, 'train_id'>,
    ): Promise<void> {
      const known = phase === 'begin' ? undefined : trains.get(account.channelId)
      const train_id = known ?? ids.next('train')
      if (phase === 'end') trains.delete(account.channelId)
      else trains.set(account.channelId, train_id)
      // Every contribution to a level has the id of the level, as on the real platform.
      const id = phase === 'progress' ? `${train_id}:${state.level}` : `${train_id}:${phase}`
      const user = broadcasterOf(account)
      await feed(account, { kind: 'hype-train', id, user, phase, state: { ...state, train_id } })
    },

    /** Gives subscriptions to the first viewers of the sandbox. Each of them is reported, after the gift as a whole. */
    async gift(
      account: PlatformAccount,
      giver: PlatformUser,
      { count, tier, levelName }: { readonly count: number; readonly tier: number; readonly levelName: string },
    ): Promise<void> {
      const id = ids.next('gift')
      const others = people.names.filter((name) => name !== giver.username).slice(0, count)
      const recipients = others.flatMap((username) => people.find(account.platform, { username }) ?? [])
      const [first] = recipients
      const to = count === 1 && first !== undefined ? { to: first.displayname } : {}
      await feed(account, { kind: 'gift-bundle', id, user: giver, count, tier, levelName, ...to })
      for (const user of recipients) {
        const term = {
          tier,
          months: 1,
          expiresAt: clock.now() + subscriptionMs,
          giftId: id,
          ...(levelName !== '' && { levelName }),
        }
        await feed(account, { kind: 'subscription', id: `${id}:${user.id}`, user, type: 'sub_gift', ...term, giver })
      }
    },

    async likes(account: PlatformAccount, count: number): Promise<void> {
      const user = broadcasterOf(account)
      await feed(account, { kind: 'likes', id: ids.next('likes'), user, count, people: 1 })
    },

    /** `missedAt`: it was sent while nobody listened. */
    async superChat(
      account: PlatformAccount,
      user: PlatformUser,
      given: {
        readonly amount: number
        readonly currency: string
        readonly message: string
        readonly isMissed: boolean
      },
    ): Promise<void> {
      const { amount, currency, message, isMissed } = given
      const missed = isMissed ? { missedAt: clock.now() } : {}
      const money = { value: amount / 100, currency }
      await feed(account, { kind: 'bits', id: ids.next('superchat'), user, amount, money, message, ...missed })
    },

    /** Deletes a message as a moderator on the platform does. */
    async deleteMessage(account: PlatformAccount, messageId: string): Promise<void> {
      const was = await memory.change(account, (tx, place) => memory.dropLine(tx, place, messageId))
      if (!was) {
        const service = platformTitles[account.platform]
        throw new Failure('not_found', { message: platformMessages.messageNotFound.of({ service }) })
      }
      await feed(account, { kind: 'chat-deleted', id: ids.next('deleted'), user: broadcasterOf(account), messageId })
    },

    async clearChat(account: PlatformAccount): Promise<void> {
      await memory.change(account, (tx, place) => memory.clearLines(tx, place))
      await feed(account, { kind: 'chat-cleared', id: ids.next('cleared'), user: broadcasterOf(account) })
    },
  }
}
