import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { splitAtWords } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { byPlatform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { OutgoingLine } from '../steps/chat-lines.ts'
import { writeAnnouncement } from './announcement-text.ts'
import { defaultAnnouncement, type RoundMoment } from './contract/announcements.ts'
import { drawShownMs } from './contract/draw-time.ts'
import type { Round, Winner } from './round.ts'

const minuteMs = 60_000
/** A program may open rounds as fast as it likes; the chat of the viewers stays readable. */
const maxPerMinute = 20
const maxLines = 2
const maxLineLengths = byPlatform(({ maxMessageLength }) => maxMessageLength)

interface Announcement {
  readonly round: Round
  readonly moment: RoundMoment
  /** Without those who were erased since. */
  winners: readonly Winner[]
  readonly hadWinners: boolean
}

/** `winners`: those of this draw. Rounds that are not announced are ignored. */
export type Announce = (channelId: number, round: Round, moment: RoundMoment, winners?: readonly Winner[]) => void

export type RoundAnnouncer = ReturnType<typeof createRoundAnnouncer>

/**
 * Writes in every connected chat what happens to rounds, in the language of the channel. The announcements of a channel
 * are sent one after the other.
 */
export function createRoundAnnouncer(needs: {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  channels: Channels
  chat: Chat
  platforms: Platforms
  settings: Settings
}) {
  const { db, clock, bus, log, channels, chat, platforms, settings } = needs
  const queues = new Map<number, Promise<void>>()
  const recent = new Map<number, number[]>()
  /** What was not sent yet. */
  const waiting = new Map<Announcement, number>()
  /** Winners that viewers are still watching the draw of. */
  const held = new Map<NodeJS.Timeout, () => void>()

  const stopListening = bus.subscribe('viewer-erased', ({ channelId, platform, userId }) => {
    for (const [announcement, of] of waiting) {
      if (of !== channelId) continue
      announcement.winners = announcement.winners.filter((one) => one.platform !== platform || one.userId !== userId)
    }
  })

  /** Undefined for what is not announced. */
  async function textOf(channelId: number, announcement: Announcement): Promise<string | undefined> {
    const { round, moment } = announcement
    const { enabled, ...options } = (await settings.of(channelId)).round_announcements
    const catalogue = await channelCatalogue(settings, channelId)
    const fallback = defaultAnnouncement(round.kind, moment, catalogue)
    const { winners, hadWinners } = announcement
    if (!enabled || fallback === undefined || (hadWinners && winners.length === 0)) return undefined
    const own: Partial<Record<RoundMoment, string>> = options[round.kind]
    return writeAnnouncement(own[moment] || fallback, round, winners, { now: clock.now(), catalogue })
  }

  function isTooMany(channelId: number): boolean {
    const now = clock.now()
    const times = (recent.get(channelId) ?? []).filter((at) => at > now - minuteMs)
    recent.set(channelId, times)
    if (times.length >= maxPerMinute) return true
    times.push(now)
    return false
  }

  async function send(channelId: number, announcement: Announcement): Promise<void> {
    const text = await textOf(channelId, announcement)
    const channel = await channels.find(channelId)
    if (text === undefined || text === '' || channel === undefined) return
    if (isTooMany(channelId)) return log.warn('a round was not announced: too many in this minute', { channelId })
    const caller = { channel, actor: `round:${announcement.round.id}`, requestId: '' }
    const sent: (OutgoingLine & { messageId: string })[] = []
    for (const { account, connector } of await platforms.connected(channelId)) {
      if (connector.sendChat === undefined) continue
      const { platform } = account
      try {
        for (const part of splitAtWords(text, maxLineLengths[platform], maxLines)) {
          const line = { platform, text: part, as: 'bot' } as const
          sent.push({ ...line, ...(await chat.send(caller, line)) })
        }
      } catch (error) {
        log.warn('a round was not announced', { channelId, platform, error })
      }
    }
    if (sent.length === 0) return
    await db.write(async (tx) => {
      for (const line of sent) await chat.note(tx, caller, line)
    })
  }

  function enqueue(channelId: number, announcement: Announcement): void {
    const work = (queues.get(channelId) ?? Promise.resolve())
      .then(() => send(channelId, announcement))
      .catch((error: unknown) => log.error('a round could not be announced', { channelId, error }))
      .then(() => {
        waiting.delete(announcement)
        if (queues.get(channelId) === work) queues.delete(channelId)
      })
    queues.set(channelId, work)
  }

  const announce: Announce = (channelId, round, moment, winners = []) => {
    if (!round.isAnnounced) return
    const announcement = { round, moment, winners, hadWinners: winners.length > 0 }
    waiting.set(announcement, channelId)
    if (moment !== 'result' || round.kind !== 'giveaway') return enqueue(channelId, announcement)
    // The winner stands in chat when the draw on the overlay has come to rest, not before.
    const timer = setTimeout(() => release(timer), drawShownMs).unref()
    held.set(timer, () => enqueue(channelId, announcement))
  }

  function release(timer: NodeJS.Timeout): void {
    const send = held.get(timer)
    clearTimeout(timer)
    held.delete(timer)
    send?.()
  }

  /** Resolves when everything is sent. What is held back is sent at once. */
  async function settled(): Promise<void> {
    for (const timer of [...held.keys()]) release(timer)
    while (queues.size > 0) await Promise.all(queues.values())
  }

  return {
    announce,
    settled,

    /** A winner who was drawn is still named; no reader is left who waits for the overlay. */
    async close(): Promise<void> {
      await settled()
      stopListening()
    },
  }
}
