import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { platforms as allPlatforms, type Platform } from '../../platforms/contract/platforms.ts'
import { DiscordRefusal } from '../../platforms/discord/errors.external.ts'
import type { DiscordMessage, DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { sandboxName } from '../../platforms/sandbox/connector.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { readState } from '../stream/state-rows.ts'
import { type Announcement, deleteAnnouncement, readAnnouncement, writeAnnouncement } from './announcement-rows.ts'
import { endedMessage, type LivePlatform, liveMessage, type StreamSummary } from './announcement-text.ts'

/** A stream that is back within this time is the same one: encoders crash, and nobody wants a second ping. */
const sameStreamMs = 10 * 60_000
const retryMs = 30_000
/** Events that are read to count what happened in a stream. */
const countedAtOnce = 1_000
const maxCounted = 200_000

export type Announcer = ReturnType<typeof createAnnouncer>

/**
 * The go-live announcement of one channel. Its row says which message it is, so that it is edited and closed after a
 * restart too. The row is written before the message is sent, and Discord creates a message with the same nonce once, so
 * that a crash in between leads to no second one.
 */
export function createAnnouncer(needs: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  channelId: number
  requests: DiscordRequests
  channels: Channels
  events: Events
  platforms: Platforms
  settings: Settings
}) {
  const { db, clock, ids, log, channelId, requests, channels, events, platforms, settings } = needs
  let last: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function listLive(): Promise<LivePlatform[]> {
    const found: LivePlatform[] = []
    for (const platform of allPlatforms) {
      const state = await readState(db, channelId, platform)
      if (state?.live !== true) continue
      const { title = '', category } = state
      found.push({ platform, title, category: category?.name ?? '', account: await accountOf(platform) })
    }
    return found
  }

  /** Undefined for a simulated account: its page does not exist. */
  async function accountOf(platform: Platform): Promise<LivePlatform['account']> {
    const connection = await platforms.find(channelId, platform)
    return connection === undefined || connection.connector.name === sandboxName ? undefined : connection.account
  }

  /** `hasBegun`: a stream went live just now, and may be announced. */
  async function update(hasBegun: boolean): Promise<void> {
    const channel = await channels.find(channelId)
    if (channel === undefined || isClosed) return
    const options = (await settings.of(channelId)).discord.announcement
    const live = await listLive()
    let row = await readAnnouncement(db, channelId)
    if (live.length === 0) {
      if (row !== undefined && row.endedAt === null) await finish(channel.name, row, options.summary)
      return
    }
    if (row !== undefined && row.endedAt !== null && clock.now() - row.endedAt > sameStreamMs) {
      await db.write((tx) => deleteAnnouncement(tx, channelId))
      row = undefined
    }
    if (row === undefined) {
      if (!hasBegun || !options.enabled || options.channel_id === '') return
      row = await begin(options.channel_id)
    }
    const catalogue = await channelCatalogue(settings, channelId)
    const { startedAt } = row
    const message = inLanguage(catalogue, () => liveMessage(channel.name, live, options, startedAt, clock.now()))
    const [first] = live
    const shown = JSON.stringify({
      title: first?.title ?? '',
      category: first?.category ?? '',
      platforms: live.map(({ platform }) => platform),
    })
    if (row.messageId === null) await post(row, message, shown, first?.title ?? '')
    else if (row.shown !== shown || row.endedAt !== null) await edit({ ...row, shown, endedAt: null }, message)
  }

  async function begin(targetId: string): Promise<Announcement> {
    const firstEvent = await events.lastSeq(db, channelId)
    const now = clock.now()
    const nonce = ids.secret(20)
    const row = { targetId, nonce, messageId: null, shown: '', firstEvent, startedAt: now, endedAt: null }
    await db.write((tx) => writeAnnouncement(tx, channelId, row))
    return row
  }

  async function post(row: Announcement, message: DiscordMessage, shown: string, title: string): Promise<void> {
    const { id: messageId } = await requests.createMessage(row.targetId, { ...message, nonce: row.nonce })
    const cause = { channel: { id: channelId }, actor: 'discord', requestId: '' }
    await db.write(async (tx) => {
      await writeAnnouncement(tx, channelId, { ...row, messageId, shown })
      await events.appendNew(tx, cause, { kind: 'discord.announced', data: { title, messageId } })
    })
  }

  async function edit(row: Announcement, message: DiscordMessage): Promise<void> {
    if (row.messageId !== null) await requests.editMessage(row.targetId, row.messageId, message)
    await db.write((tx) => writeAnnouncement(tx, channelId, row))
  }

  async function finish(channelName: string, row: Announcement, hasSummary: boolean): Promise<void> {
    const endedAt = clock.now()
    if (row.messageId === null) {
      await db.write((tx) => deleteAnnouncement(tx, channelId))
      return
    }
    const shown = JSON.parse(row.shown || '{}') as { title?: string; category?: string }
    const about = { title: shown.title ?? '', category: shown.category ?? '' }
    const minutes = Math.round((endedAt - row.startedAt) / 60_000)
    const summary = { minutes, ...(await count(row.firstEvent)) }
    const catalogue = await channelCatalogue(settings, channelId)
    const message = inLanguage(catalogue, () => endedMessage(channelName, about, summary, row.startedAt))
    if (hasSummary) await edit({ ...row, endedAt }, message)
    else await db.write((tx) => writeAnnouncement(tx, channelId, { ...row, endedAt }))
  }

  async function count(after: number): Promise<Omit<StreamSummary, 'minutes'>> {
    const counted = { followers: 0, subscribers: 0, clips: 0 }
    let from = after
    for (let read = 0; read < maxCounted; read += countedAtOnce) {
      const found = await events.after(db, channelId, from, countedAtOnce)
      for (const { kind } of found) {
        if (kind === 'follow') counted.followers++
        else if (kind === 'subscription' || kind === 'subscription.received') counted.subscribers++
        else if (kind === 'clip.created') counted.clips++
      }
      const newest = found.at(-1)
      if (newest === undefined || found.length < countedAtOnce) break
      from = newest.seq
    }
    return counted
  }

  /** What Discord refuses stays refused; a message that somebody deleted is not sent again. */
  async function handle(error: unknown): Promise<void> {
    if (error instanceof DiscordRefusal) {
      log.warn('the announcement on Discord was refused', { channelId, reason: error.message })
      if (error.code === 'discord_not_found') await db.write((tx) => deleteAnnouncement(tx, channelId))
      return
    }
    const reason = error instanceof Failure ? error.message : error
    log.warn('the announcement on Discord is tried again', { channelId, error: reason })
    clearTimeout(retry)
    retry = setTimeout(() => void run(false), retryMs).unref()
  }

  /** One after the other, so that two reports of the same stream lead to one message. */
  function run(hasBegun: boolean): Promise<void> {
    last = last
      .then(() => update(hasBegun))
      .catch(handle)
      .catch((error: unknown) => log.error('the announcement on Discord failed', { channelId, error }))
    return last
  }

  return {
    onStreamBegun: () => void run(true),
    /** Also after a start, to catch up with what happened meanwhile. */
    onStreamChanged: () => void run(false),

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(retry)
      await last
    },
  }
}
