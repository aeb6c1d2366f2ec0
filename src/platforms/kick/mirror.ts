import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { ChatMirror } from '../chat-mirror.ts'
import type { MirroredEvent } from '../contract/mirrored-events.ts'
import type { ListenerStatus } from '../listener-status.ts'
import type { PlatformEvent, PlatformUser } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import { plainTextIn } from './chat.external.ts'
import { giftsOf, onlyTier, rolesOf, subscriptionMs } from './events.external.ts'
import type { KickApi } from './kick-api.external.ts'
import type { KickReporter } from './reporter.ts'
import type { SubscriptionReports } from './subscription-reports.ts'

/** A page that was asleep may wake up with old messages; the bot does not answer those. */
const maxAgeMs = 10 * 60_000
const lookupTimeoutMs = 10_000
const lookupsAtOnce = 4

const findViewer = sql<{ channel: number; key: string }, { id: string; username: string; displayname: string }>(
  `SELECT platform_user_id AS id, username, displayname FROM viewers
   WHERE channel_id = :channel AND platform = 'kick' AND name_key = :key
   ORDER BY named_at DESC, viewers.id DESC LIMIT 1`,
)

type Chat = Extract<MirroredEvent, { kind: 'chat' }>

/**
 * Takes over what the open Kick page shows: chat, subscriptions and gifted subscriptions. The page is only believed for
 * the connected account, and never about who the broadcaster is.
 */
export function createKickMirror(needs: {
  db: Database
  clock: Clock
  log: Log
  api: KickApi
  tokens: Tokens
  listenerStatus: ListenerStatus
  report: KickReporter
  subscriptionReports: SubscriptionReports
  isOn: (channelId: number) => Promise<boolean>
}): ChatMirror {
  const { db, clock, log, api, tokens, listenerStatus, report, subscriptionReports, isOn } = needs
  const slugs = new Map<string, string>()

  const accountOf = async (channelId: number) =>
    (await isOn(channelId)) ? tokens.findAccount(ownerOf(channelId)) : undefined

  async function slugOf(channelId: number, accountId: string, username: string): Promise<string> {
    const known = slugs.get(accountId)
    if (known !== undefined) return known
    try {
      const { slug } = await api.readChannel(ownerOf(channelId), accountId, AbortSignal.timeout(lookupTimeoutMs))
      slugs.set(accountId, slug)
      return slug
    } catch {
      // Right for most names. The page is compared by the id of its account anyway.
      return username.toLowerCase().replaceAll('_', '-')
    }
  }

  function chatOf({ id, userId, name, badges, text }: Chat, accountId: string): PlatformEvent {
    const isBroadcaster = userId === accountId
    const worn = rolesOf(badges).filter((role) => role !== 'broadcaster')
    const roles: ChatRole[] = isBroadcaster ? [...worn, 'broadcaster'] : worn
    return { kind: 'chat', id, user: { id: userId, username: name, displayname: name, roles }, ...plainTextIn(text) }
  }

  /** Undefined for a name that nobody has any more. */
  async function findUser(channelId: number, name: string): Promise<PlatformUser | undefined> {
    const viewer = await db.get(findViewer, { channel: channelId, key: nameKey(name) })
    return viewer ?? api.findUserByName(ownerOf(channelId), name, AbortSignal.timeout(lookupTimeoutMs))
  }

  async function subscribe(
    channelId: number,
    accountId: string,
    name: string,
    { id, ...more }: { id: string; type: 'sub_new' | 'sub_renew'; months: number },
  ): Promise<void> {
    const user = await findUser(channelId, name)
    if (user === undefined) return log.info('a subscription on the Kick page has an unknown name', { channelId })
    const expiresAt = clock.now() + subscriptionMs
    const event = {
      kind: 'subscription',
      id: `page:${user.id}:${id}`,
      user,
      tier: onlyTier,
      expiresAt,
      ...more,
    } as const
    await report(channelId, accountId, await subscriptionReports.note(channelId, 'page', event))
  }

  async function gift(
    channelId: number,
    accountId: string,
    { id, giver: giverName, names }: Extract<MirroredEvent, { kind: 'gift' }>,
  ): Promise<void> {
    const giver = giverName === '' ? undefined : await findUser(channelId, giverName)
    const found = new Map<string, PlatformUser>()
    const waiting = [...names]
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const user = await findUser(channelId, name)
        if (user !== undefined) found.set(name, user)
      }
    }
    await Promise.all(Array.from({ length: lookupsAtOnce }, work))
    const recipients = names.flatMap((name) => found.get(name) ?? [])
    if (recipients.length < names.length) log.info('a gift on the Kick page has an unknown name', { channelId })
    if (recipients.length === 0) return
    const giftId = `page:gifts:${id === '' ? nameKey(`${giverName} ${names.join(' ')}`) : id}`
    const gifts = giftsOf(giftId, { giver, recipients, expiresAt: clock.now() + subscriptionMs, accountId })
    for await (const event of subscriptionReports.noteAll(channelId, 'page', gifts)) {
      await report(channelId, accountId, event)
    }
  }

  async function take(channelId: number, accountId: string, event: MirroredEvent): Promise<void> {
    switch (event.kind) {
      case 'chat':
        if (Math.abs(clock.now() - event.at) > maxAgeMs) return
        return report(channelId, accountId, chatOf(event, accountId))
      case 'subscription': {
        const { name, months } = event
        const type = months > 1 ? 'sub_renew' : 'sub_new'
        return subscribe(channelId, accountId, name, { id: `sub:${months}`, type, months })
      }
      case 'gift':
        return gift(channelId, accountId, event)
    }
  }

  return {
    async pageOf(channelId) {
      const account = await accountOf(channelId)
      return account === undefined ? null : slugOf(channelId, account.accountId, account.username)
    },

    async receive(channelId, { broadcaster, events }) {
      const account = await accountOf(channelId)
      if (account === undefined || account.accountId !== broadcaster) return
      listenerStatus.noteMirrored(channelId)
      const taken = await Promise.allSettled(events.map((event) => take(channelId, account.accountId, event)))
      const failed = taken.filter((one) => one.status === 'rejected')
      if (failed.length === 0) return
      const [{ reason: error } = { reason: undefined }] = failed
      log.warn('events of the Kick page could not be stored', { channelId, count: failed.length, error })
    },
  }
}

function ownerOf(channelId: number): AccountOwner {
  return { channelId, service: 'kick', role: 'broadcaster' }
}
