import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { DiscordRefusal } from '../../platforms/discord/errors.external.ts'
import type { DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { Settings } from '../settings/settings.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import type { LinkedAccounts } from '../viewers/linked-accounts.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { DiscordLink, DiscordLinks } from './links.ts'
import type { DiscordWithdrawals, Withdrawal } from './withdrawals.ts'

const everyMs = 5 * 60_000
const atOnce = 100

export type RoleSync = ReturnType<typeof createRoleSync>

/**
 * Gives and takes roles on Discord by the rules of the channel. Only members with a linked account are looked at, and
 * Discord is asked only where something changes. Roles of a rule that was deleted stay with their members.
 */
export function createRoleSync(needs: {
  db: Database
  clock: Clock
  log: Log
  channelId: number
  /** The server; undefined while the bot is not connected to it. */
  guildId: () => string | undefined
  requests: DiscordRequests
  links: DiscordLinks
  linkedAccounts: LinkedAccounts
  settings: Settings
  subscribers: Subscribers
  viewers: Viewers
  withdrawals: DiscordWithdrawals
}) {
  const { db, clock, log, channelId, guildId, requests, links, linkedAccounts, settings, subscribers, viewers } = needs
  const { withdrawals } = needs
  let last: Promise<void> = Promise.resolve()
  let isClosed = false
  let isQueued = false

  async function wantedRoles(viewer: Viewer): Promise<{ readonly ruled: Set<string>; readonly wanted: Set<string> }> {
    const { roles } = (await settings.of(channelId)).discord
    const accounts = await linkedAccounts.accountsOf(db, channelId, viewer)
    const points = Math.max(...accounts.map((account) => account.points))
    const hours = accounts.reduce((sum, { watchMinutes }) => sum + watchMinutes, 0) / 60
    const isSubscribed = async () => {
      for (const { platform, userId } of accounts) {
        if (await subscribers.isRunning(db, channelId, platform, userId, clock.now())) return true
      }
      return false
    }
    const wanted = new Set<string>()
    for (const { role_id: role, reason, minimum } of roles) {
      const isMet =
        reason === 'points' ? points >= minimum : reason === 'watch_time' ? hours >= minimum : await isSubscribed()
      if (isMet) wanted.add(role)
    }
    return { ruled: new Set(roles.map(({ role_id: role }) => role)), wanted }
  }

  async function sync(link: DiscordLink): Promise<void> {
    const guild = guildId()
    const viewer = await viewers.getById(db, channelId, link.viewerId)
    if (guild === undefined || viewer === undefined || isClosed) return
    const { ruled, wanted } = await wantedRoles(viewer)
    const granted = new Set(link.granted)
    const missing = [...wanted].filter((role) => !granted.has(role))
    const over = [...granted].filter((role) => ruled.has(role) && !wanted.has(role))
    if (missing.length === 0 && over.length === 0) return
    for (const role of missing) {
      if (await tried(() => requests.addRole(guild, link.discordId, role))) granted.add(role)
    }
    for (const role of over) {
      if (await tried(() => requests.removeRole(guild, link.discordId, role))) granted.delete(role)
    }
    await links.setGranted(channelId, link.viewerId, [...granted])
  }

  /** Whether Discord did it. A refusal concerns one role or one member, and the others are not affected. */
  async function tried(change: () => Promise<void>): Promise<boolean> {
    try {
      await change()
      return true
    } catch (error) {
      if (!(error instanceof DiscordRefusal)) throw error
      log.warn('Discord refused to change a role', { channelId, reason: error.message })
      return false
    }
  }

  /** Whoever left the server, and a role that was deleted, are not there to be taken. */
  async function takeRole(guild: string, { discordId, roleId }: Withdrawal): Promise<void> {
    try {
      await requests.removeRole(guild, discordId, roleId)
    } catch (error) {
      if (!(error instanceof DiscordRefusal) || error.code !== 'discord_not_found') throw error
    }
  }

  /** Takes roles from accounts that are no longer linked. What Discord refuses is tried again with the next round. */
  async function withdrawAll(): Promise<void> {
    const guild = guildId()
    if (guild === undefined || isClosed) return
    for (const one of await withdrawals.list(channelId, atOnce)) {
      // The account was linked again meanwhile: the rules decide about its roles.
      const link = await links.findByDiscordId(db, channelId, one.discordId)
      const isAgain = link?.granted.includes(one.roleId) === true
      const isTaken = isAgain || (await tried(() => takeRole(guild, one)))
      if (isTaken) await withdrawals.done(channelId, one)
    }
  }

  async function syncAll(): Promise<void> {
    await withdrawAll()
    if ((await settings.of(channelId)).discord.roles.length === 0) return
    for (let after = 0; ; ) {
      const some = await links.list(channelId, after, atOnce)
      for (const link of some) await sync(link)
      const newest = some.at(-1)
      if (newest === undefined || isClosed) return
      after = newest.viewerId
    }
  }

  function queue(work: () => Promise<void>): void {
    last = last
      .then(work)
      .catch((error: unknown) => log.warn('roles on Discord were not changed', { channelId, error }))
  }

  const timer = setInterval(all, everyMs).unref()

  function all(): void {
    if (isQueued) return
    isQueued = true
    queue(() => {
      isQueued = false
      return syncAll()
    })
  }

  return {
    all,

    /** After something about a viewer changed that a rule may ask for. */
    one(viewerId: number): void {
      queue(async () => {
        await withdrawAll()
        const link = await links.findByViewer(db, channelId, viewerId)
        if (link !== undefined) await sync(link)
      })
    },

    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await last
    },
  }
}
