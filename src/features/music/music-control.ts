import type { Bus } from '../../bus/bus.ts'
import { Failure } from '../../contract/failures.ts'
import type { PlayerState } from '../../contract/overlay-messages.ts'
import type { MusicBackEnd } from '../../platforms/music-back-end.ts'
import type { Writer } from '../../storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Music } from './music.ts'
import type { NowPlaying } from './now-playing.ts'

const callTimeoutMs = 10_000
/** A player elsewhere needs a moment until it says what it does now. */
const settleMs = 800

const words = { start: 'started', stop: 'paused', skip: 'skipped' } as const
export type MusicAction = keyof typeof words

export type MusicControl = ReturnType<typeof createMusicControl>

/** Which player the operations drive: the one on the overlay page, or the broadcaster's own somewhere else. */
export function createMusicControl(needs: {
  music: Music
  settings: Settings
  events: Events
  bus: Bus
  /** Absent on a server that has no app with such a service. */
  other: { readonly backEnd: MusicBackEnd; readonly nowPlaying: NowPlaying } | undefined
}) {
  const { music, settings, events, bus, other } = needs
  let isClosed = false
  // The card on the overlay follows when another player is chosen.
  const unsubscribe = bus.subscribe('settings-changed', ({ channelId }) => {
    if (other !== undefined) bus.publish('player-changed', { channelId })
  })

  async function isOther(channelId: number): Promise<boolean> {
    return (await settings.of(channelId)).music.player === 'spotify'
  }

  async function driveOther(channelId: number, action: MusicAction): Promise<void> {
    if (other === undefined) {
      const message = 'Spotify is chosen as the player, but this server has no credentials for it.'
      throw new Failure('platform_not_connected', { message })
    }
    const deed = { start: other.backEnd.start, stop: other.backEnd.pause, skip: other.backEnd.skip }[action]
    await deed(channelId, AbortSignal.timeout(callTimeoutMs))
    other.nowPlaying.forget(channelId)
    setTimeout(() => {
      if (!isClosed) bus.publish('player-changed', { channelId })
    }, settleMs).unref()
  }

  return {
    /** Does what is done outside, and answers what is left for the transaction. */
    async drive(cause: Cause, action: MusicAction): Promise<(tx: Writer) => Promise<void>> {
      const channelId = cause.channel.id
      if (!(await isOther(channelId))) return (tx) => music[action](tx, cause)
      await driveOther(channelId, action)
      return async (tx) => {
        await events.appendNew(tx, cause, { kind: `music.${words[action]}`, data: { player: 'spotify' } })
      }
    },

    /** What plays now, wherever that is. */
    async player(channelId: number): Promise<PlayerState> {
      if (!(await isOther(channelId))) return music.player(channelId)
      return other === undefined ? { playing: false, song: null, positionMs: 0 } : other.nowPlaying.look(channelId)
    },

    isOther,

    async findOther(channelId: number) {
      if (other === undefined) return undefined
      return { account: await other.backEnd.findAccount(channelId), trouble: other.nowPlaying.troubleOf(channelId) }
    },

    close(): void {
      isClosed = true
      unsubscribe()
      other?.nowPlaying.close()
    },
  }
}
