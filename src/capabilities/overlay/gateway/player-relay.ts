import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Log } from '../../../kernel/log.ts'
import type { PlayerState } from '../contract/player.ts'
import { type Page, showsKind, textOf } from './page.ts'
import type { Pages } from './pages.ts'

export type PlayerRelay = ReturnType<typeof createPlayerRelay>

/**
 * Sends the state of the player to pages: when they connect, when it changes, and when a song ends. The next song follows
 * from the time alone, so no page needs to be connected between two changes.
 */
export function createPlayerRelay(needs: {
  pages: Pages
  readPlayer: (channelId: number) => Promise<PlayerState>
  bus: Bus
  log: Log
}) {
  const { pages, readPlayer, bus, log } = needs
  const songEnds = new Map<number, NodeJS.Timeout>()

  const unsubscribe = bus.subscribe('player-changed', ({ channelId }) => void broadcastState(channelId))

  async function broadcastState(channelId: number): Promise<void> {
    try {
      const hasPage = pages.hasPageFor(channelId, 'song')
      const state = hasPage ? await readPlayer(channelId) : undefined
      waitForSongEnd(channelId, state)
      if (state !== undefined) pages.sendPlayerState(channelId, state)
    } catch (error) {
      log.warn('the state of the player could not be sent to overlay pages', { error })
    }
  }

  /** One timer for each channel with a page that shows songs. */
  function waitForSongEnd(channelId: number, state: PlayerState | undefined): void {
    clearTimeout(songEnds.get(channelId))
    songEnds.delete(channelId)
    if (state?.song == null || !state.playing || state.song.seconds <= 0) return
    const restMs = Math.max(state.song.seconds * 1000 - state.positionMs, 0) + 50
    const timer = setTimeout(() => {
      songEnds.delete(channelId)
      void broadcastState(channelId)
    }, restMs)
    songEnds.set(channelId, timer.unref())
  }

  return {
    async sendState(page: Page): Promise<void> {
      if (!showsKind(page, 'song')) return
      const state = await readPlayer(page.channelId)
      page.send(textOf({ type: 'player', state }))
      if (!songEnds.has(page.channelId)) waitForSongEnd(page.channelId, state)
    },

    broadcastState,

    close(): void {
      unsubscribe()
      for (const timer of songEnds.values()) clearTimeout(timer)
      songEnds.clear()
    },
  }
}
