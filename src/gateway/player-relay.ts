import type { Bus } from '../bus/bus.ts'
import type { PlayerState } from '../contract/overlay-messages.ts'
import type { Log } from '../log.ts'
import { type Page, type Pages, showsKind, textOf } from './pages.ts'

export type PlayerRelay = ReturnType<typeof createPlayerRelay>

/**
 * Tells pages what the player does: when they come, when it changes, and when a song runs out. The next song follows
 * from the time alone, so between two changes nobody has to be there.
 */
export function createPlayerRelay(needs: {
  pages: Pages
  readPlayer: (channelId: number) => Promise<PlayerState>
  bus: Bus
  log: Log
}) {
  const { pages, readPlayer, bus, log } = needs
  const songEnds = new Map<number, NodeJS.Timeout>()

  const unsubscribe = bus.subscribe('player-changed', ({ channelId }) => void tellEveryone(channelId))

  async function tellEveryone(channelId: number): Promise<void> {
    try {
      const isWanted = pages.hasPageFor(channelId, 'song')
      const state = isWanted ? await readPlayer(channelId) : undefined
      waitForSongEnd(channelId, state)
      if (state !== undefined) pages.tellPlayer(channelId, state)
    } catch (error) {
      log.warn('overlay pages were not told what the player does', { error })
    }
  }

  /** One timer a channel, and none where nobody listens. */
  function waitForSongEnd(channelId: number, state: PlayerState | undefined): void {
    clearTimeout(songEnds.get(channelId))
    songEnds.delete(channelId)
    if (state?.song == null || !state.playing || state.song.seconds <= 0) return
    const restMs = Math.max(state.song.seconds * 1000 - state.positionMs, 0) + 50
    const timer = setTimeout(() => {
      songEnds.delete(channelId)
      void tellEveryone(channelId)
    }, restMs)
    songEnds.set(channelId, timer.unref())
  }

  return {
    async greet(page: Page): Promise<void> {
      if (!showsKind(page, 'song')) return
      const state = await readPlayer(page.channelId)
      page.send(textOf({ type: 'player', state }))
      if (!songEnds.has(page.channelId)) waitForSongEnd(page.channelId, state)
    },

    close(): void {
      unsubscribe()
      for (const timer of songEnds.values()) clearTimeout(timer)
      songEnds.clear()
    },
  }
}
