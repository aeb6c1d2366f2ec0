import type { Clock, Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { type Platform, platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformFeed, PlatformUser, ViewerEvent } from '../platform.ts'
import type { SandboxChannelMemory } from './channel-memory.ts'
import { createChatAdmission } from './chat-admission.ts'
import { sandboxChatParts } from './chat-parts.ts'
import type { SandboxFigures } from './figures.ts'
import type { SandboxMemory } from './memory.ts'
import { sandboxMessages } from './messages.ts'
import { createSandboxSupport } from './support.ts'
import type { SandboxPeople } from './users.ts'

const dayMs = 24 * 60 * 60 * 1000
const subscriptionDays = 30

export interface SandboxBanRequest {
  readonly user: PlatformUser
  /** Null: permanent. */
  readonly minutes: number | null
  readonly reason: string
  readonly moderator: string
}

export interface SandboxSubscription {
  readonly tier: number
  readonly months: number
  readonly giver?: PlatformUser
  readonly message?: string
  readonly levelName?: string
}

export type SandboxWorld = ReturnType<typeof createSandboxWorld>

/**
 * The actions of users on the sandbox. Each action is stored first and then reported to the feed. A caller that passes an
 * id can repeat an event, as a platform does that got no answer.
 */
export function createSandboxWorld(needs: {
  db: Database
  clock: Clock
  ids: Ids
  memory: SandboxMemory
  channelMemory: SandboxChannelMemory
  figures: SandboxFigures
  people: SandboxPeople
  feed: PlatformFeed
}) {
  const { db, clock, ids, memory, figures, people, feed } = needs
  const requireAdmitted = createChatAdmission(needs)

  async function requireAllowed(account: PlatformAccount, { username, displayname }: PlatformUser): Promise<void> {
    const ban = (await memory.bans(db, account)).find((one) => one.username === username)
    if (ban === undefined) return
    const message = ban.minutes === null ? sandboxMessages.banned : sandboxMessages.timedOut
    throw new Failure('platform_refused', {
      message: message.of({ name: displayname, platform: platformTitles[account.platform] }),
    })
  }

  async function repliedIn(account: PlatformAccount, messageId: string | undefined) {
    if (messageId === undefined) return {}
    const username = await memory.findAuthor(account, messageId)
    if (username === undefined) {
      const message = platformMessages.messageNotFound.of({ service: platformTitles[account.platform] })
      throw new Failure('not_found', { message })
    }
    return { replyTo: { messageId, username } }
  }

  return {
    getUser(platform: Platform, username: string): PlatformUser {
      const user = people.find(platform, { username })
      if (user === undefined) {
        throw new Failure('user_not_found', { message: sandboxMessages.userNotFound.of({ username }) })
      }
      return user
    },

    async say(
      account: PlatformAccount,
      user: PlatformUser,
      text: string,
      {
        id = ids.next('msg'),
        replyTo,
        guestOf,
      }: { readonly id?: string; readonly replyTo?: string | undefined; readonly guestOf?: string | undefined } = {},
    ): Promise<{ id: string }> {
      await requireAllowed(account, user)
      await requireAdmitted(account, user, text)
      const replied = await repliedIn(account, replyTo)
      await memory.change(account, async (tx, place) => {
        await memory.addLine(tx, place, { id, username: user.username, text, author: 'viewer', replyTo })
        await memory.enter(tx, place, user.username)
      })
      const shared = guestOf === undefined ? {} : { guestOf }
      await feed(account, {
        id,
        user,
        kind: 'chat',
        text,
        ...replied,
        ...sandboxChatParts(text, user.roles),
        ...shared,
      })
      return { id }
    },

    async join(account: PlatformAccount, user: PlatformUser): Promise<void> {
      await requireAllowed(account, user)
      await memory.change(account, (tx, place) => memory.enter(tx, place, user.username))
    },

    async follow(account: PlatformAccount, user: PlatformUser, id = ids.next('follow')): Promise<void> {
      await memory.change(account, (tx, place) => memory.addFollower(tx, place, user.username))
      await feed(account, { id, user, kind: 'follow' })
    },

    /** `months` is the total number of months; more than one means a renewal. */
    async subscribe(
      account: PlatformAccount,
      user: PlatformUser,
      { tier, months, giver, ...said }: SandboxSubscription,
      id = ids.next('sub'),
    ): Promise<void> {
      const expiresAt = clock.now() + subscriptionDays * dayMs
      await memory.change(account, (tx, place) => figures.addSubscriber(tx, place, user.username, expiresAt))
      await feed(account, {
        id,
        user,
        kind: 'subscription',
        type: giver !== undefined ? 'sub_gift' : months > 1 ? 'sub_renew' : 'sub_new',
        tier,
        months,
        expiresAt,
        ...(giver === undefined ? {} : { giver }),
        ...said,
      })
    },

    async raid(account: PlatformAccount, user: PlatformUser, viewers: number, id = ids.next('raid')): Promise<void> {
      await feed(account, { id, user, kind: 'raid', viewers })
    },

    async cheer(
      account: PlatformAccount,
      user: PlatformUser,
      given: Pick<Extract<ViewerEvent, { kind: 'bits' }>, 'amount' | 'message' | 'gift'>,
      id = ids.next('bits'),
    ): Promise<void> {
      const counted = { id, username: user.username, amount: given.amount }
      await memory.change(account, (tx, place) => figures.addBits(tx, place, counted))
      await feed(account, { id, user, kind: 'bits', ...given })
    },

    async ban(
      account: PlatformAccount,
      { user, minutes, reason, moderator }: SandboxBanRequest,
      id = ids.next('ban'),
    ): Promise<void> {
      const { username } = user
      await memory.change(account, (tx, place) => memory.addBan(tx, place, { username, minutes, reason }))
      await feed(account, { id, user, kind: 'ban', minutes, reason, moderator })
    },

    /** Does nothing for a user who is not banned. */
    async unban(account: PlatformAccount, user: PlatformUser): Promise<void> {
      const was = await memory.change(account, (tx, place) => memory.dropBan(tx, place, user.username))
      if (was) await feed(account, { id: ids.next('unban'), user, kind: 'unban' })
    },

    now: (): number => clock.now(),

    support: createSandboxSupport({ clock, ids, memory, people, feed }),

    async setLive(account: PlatformAccount, live: boolean): Promise<void> {
      const isNew = await memory.change(account, (tx, place) => memory.setLive(tx, place, live))
      if (!isNew) return
      const startedAt = live ? clock.now() : null
      await feed(account, { id: ids.next('stream'), kind: 'stream', live, startedAt })
    },

    async read(account: PlatformAccount) {
      const [stream, chat, bans] = await Promise.all([
        memory.stream(account),
        memory.lines(account),
        memory.bans(db, account),
      ])
      const { title, category, followers } = stream
      const live = stream.live === 1
      return {
        live,
        startedAt: stream.started_at,
        title,
        category,
        viewers: live ? stream.viewers : 0,
        followers,
        chat,
        bans,
      }
    },
  }
}
