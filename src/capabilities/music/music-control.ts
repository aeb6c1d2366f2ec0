import type { Bus } from '../../kernel/bus/bus.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { FoundSong, MusicBackEnd } from '../../platforms/music-back-end.ts'
import type { Cause, Events } from '../events/events.ts'
import type { PlayerState } from '../overlay/contract/player.ts'
import type { Settings } from '../settings/settings.ts'
import { musicErrors } from './messages.ts'
import type { Music } from './music.ts'
import type { NowPlaying } from './now-playing.ts'

const callTimeoutMs = 10_000
/** An external player reports its new state after a short delay. */
const settleMs = 800

const words = { start: 'started', stop: 'paused', skip: 'skipped' } as const
export type MusicAction = keyof typeof words

export type MusicControl = ReturnType<typeof createMusicControl>

/** Controls the chosen player: the one on the overlay page, or the broadcaster's external one. */
export function createMusicControl(needs: {
  music: Music
  settings: Settings
  events: Events
  bus: Bus
  /** Undefined while the server has no credentials for an external player. */
  other: () => { readonly backEnd: MusicBackEnd; readonly nowPlaying: NowPlaying } | undefined
}) {
  const { music, settings, events, bus, other: findOther } = needs
  let isClosed = false
  // The song card on the overlay changes when another player is chosen.
  const unsubscribe = bus.subscribe('settings-changed', ({ channelId }) => {
    if (findOther() !== undefined) bus.publish('player-changed', { channelId })
  })

  async function isOther(channelId: number): Promise<boolean> {
    return (await settings.of(channelId)).music.player === 'spotify'
  }

  function getOther() {
    const other = findOther()
    if (other === undefined) {
      throw new Failure('platform_not_connected', { message: musicErrors.noSpotify.of() })
    }
    return other
  }

  async function driveOther(channelId: number, action: MusicAction): Promise<void> {
    const other = getOther()
    const perform = { start: other.backEnd.start, stop: other.backEnd.pause, skip: other.backEnd.skip }[action]
    await perform(channelId, AbortSignal.timeout(callTimeoutMs))
    other.nowPlaying.forget(channelId)
    setTimeout(() => {
      if (!isClosed) bus.publish('player-changed', { channelId })
    }, settleMs).unref()
  }

  return {
    /** Performs the external action and returns what remains for the transaction. */
    async drive(cause: Cause, action: MusicAction): Promise<(tx: Writer) => Promise<void>> {
      const channelId = cause.channel.id
      if (!(await isOther(channelId))) return (tx) => music[action](tx, cause)
      await driveOther(channelId, action)
      return async (tx) => {
        await events.appendNew(tx, cause, { kind: `music.${words[action]}`, data: { player: 'spotify' } })
      }
    },

    /** What the chosen player plays now. */
    async player(channelId: number): Promise<PlayerState> {
      if (!(await isOther(channelId))) return music.player(channelId)
      const other = findOther()
      return other === undefined ? { playing: false, song: null, positionMs: 0 } : other.nowPlaying.current(channelId)
    },

    isOther,

    /** A song of the music service, by its title or link. */
    findElsewhere: (channelId: number, text: string): Promise<FoundSong | undefined> =>
      getOther().backEnd.find(channelId, text, AbortSignal.timeout(callTimeoutMs)),

    /** Puts a song that was found at the end of the queue of the music service. */
    playElsewhere: (channelId: number, source: string): Promise<void> =>
      getOther().backEnd.enqueue(channelId, source, AbortSignal.timeout(callTimeoutMs)),

    skipElsewhere: (channelId: number): Promise<void> => driveOther(channelId, 'skip'),

    async findOther(channelId: number) {
      const other = findOther()
      if (other === undefined) return undefined
      return { account: await other.backEnd.findAccount(channelId), error: other.nowPlaying.errorOf(channelId) }
    },

    close(): void {
      isClosed = true
      unsubscribe()
      findOther()?.nowPlaying.close()
    },
  }
}
