import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Chat } from '../chat/chat.ts'
import type { FramedSong, SongReport } from '../player/contract/player-messages.ts'
import { youtubeHost } from '../player/player-hosts.ts'
import type { PlayerPages } from '../player/player-pages.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { Music } from './music.ts'
import type { MusicControl } from './music-control.ts'
import { songReplies } from './request-messages.ts'
import { minutes } from './request-rules.ts'
import type { SongRequests } from './song-requests.ts'
import { videoOf } from './youtube-songs.ts'

/** A larger difference between the embedded player and the stored place is stored. */
const driftMs = 1_000
const actor = 'bot'

export type FramedSongs = ReturnType<typeof createFramedSongs>

/**
 * Requested songs on the player page. Like everything that the built-in player plays, they follow from rows and the
 * time. An embedded player loads, buffers and shows ads, so the page reports where it is, and the rows follow that.
 */
export function createFramedSongs(needs: {
  db: Database
  bus: Bus
  log: Log
  chat: Chat
  channels: { find(id: number): Promise<Channel | undefined> }
  settings: Settings
  playerPages: PlayerPages
  music: Music
  musicControl: MusicControl
  songRequests: SongRequests
}) {
  const { db, bus, log, chat, channels, settings, playerPages, music, musicControl, songRequests } = needs
  const songEnds = new Map<number, NodeJS.Timeout>()

  async function read(channelId: number): Promise<FramedSong | null> {
    if (await musicControl.isOther(channelId)) return null
    const { request, playing, positionMs } = await music.place(db, channelId)
    const video = request === undefined ? undefined : videoOf(request.source)
    if (request === undefined || video === undefined) return null
    const { master, song } = (await settings.of(channelId)).overlay.volumes
    const frame = `https://${youtubeHost}/embed/${video}`
    return { id: request.id, frame, playing, positionMs: Math.round(positionMs), volume: master * song }
  }

  /** One timer for each channel with a page: the next song follows from the time alone. */
  async function waitForSongEnd(channelId: number): Promise<void> {
    const { playing, song, positionMs } = await music.player(channelId)
    clearTimeout(songEnds.get(channelId))
    songEnds.delete(channelId)
    if (!playing || song === null || song.seconds <= 0 || playerPages.of(channelId).length === 0) return
    const restMs = Math.max(song.seconds * 1000 - positionMs, 0) + 50
    songEnds.set(channelId, setTimeout(() => send(channelId), restMs).unref())
  }

  function send(channelId: number): void {
    if (playerPages.of(channelId).length === 0) return
    read(channelId)
      .then((song) => {
        playerPages.send(channelId, { type: 'song', song })
        return waitForSongEnd(channelId)
      })
      .catch((error: unknown) => log.warn('a song could not be sent to the player page', { channelId, error }))
  }

  const stops = [
    bus.subscribe('player-changed', ({ channelId }) => send(channelId)),
    bus.subscribe('settings-changed', ({ channelId }) => send(channelId)),
  ]

  async function giveUp(channelId: number, id: number, textOf: (title: string) => string, reason: string) {
    const channel = await channels.find(channelId)
    if (channel === undefined) return
    const caller = { channel, actor, requestId: '' }
    const left = await db.write((tx) => songRequests.giveUp(tx, caller, id))
    if (left === undefined) return
    const { title, platform, source } = left
    log.warn('a requested song was skipped', { channelId, source, reason })
    const text = inLanguage(await channelCatalogue(settings, channelId), () => textOf(title))
    try {
      const line = { platform, text, as: 'bot' as const }
      const sent = await chat.send(caller, line)
      await db.write((tx) => chat.note(tx, caller, { ...line, ...sent }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      log.info('the chat does not know that a requested song was skipped', { channelId, error })
    }
  }

  async function follow(channelId: number, { id, positionMs, seconds }: Extract<SongReport, { type: 'position' }>) {
    const place = await music.place(db, channelId)
    const { request } = place
    if (request?.id !== id || !place.playing) return
    const { max_seconds: max } = (await settings.of(channelId)).song_requests
    const isLengthNew = seconds > 0 && Math.abs(seconds - request.seconds) > 1
    if (isLengthNew && seconds > max) {
      const words = { length: minutes(seconds), max: minutes(max) }
      return giveUp(channelId, id, (title) => songReplies.videoTooLong({ title, ...words }), 'too long')
    }
    if (!isLengthNew && Math.abs(positionMs - place.positionMs) <= driftMs) return
    await db.write((tx) => music.follow(tx, channelId, id, { positionMs, seconds: isLengthNew ? seconds : undefined }))
  }

  return {
    current: read,

    async receive(channelId: number, report: SongReport): Promise<void> {
      const { id } = report
      if (report.type === 'position') return follow(channelId, report)
      if (report.type === 'ended') return db.write((tx) => music.endRequest(tx, channelId, id))
      const { code } = report
      return giveUp(channelId, id, (title) => skippedText(title, code), `error ${code}`)
    },

    close(): void {
      for (const stop of stops) stop()
      for (const timer of songEnds.values()) clearTimeout(timer)
      songEnds.clear()
    },
  }
}

/** The error codes of YouTube's player; 0 if it never began. */
function skippedText(title: string, code: number): string {
  if (code === 0) return songReplies.videoNotStarted({ title })
  if (code === 100) return songReplies.videoNotFound({ title })
  if (code === 101 || code === 150) return songReplies.videoNotEmbeddable({ title })
  return songReplies.videoFailed({ title, code })
}
