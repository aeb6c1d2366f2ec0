import type { PlayerState } from '../src/capabilities/overlay/contract/player.ts'
import type { createMusic } from './music.ts'

type Music = ReturnType<typeof createMusic>

/** The player is loaded with the first song: most pages never play one. */
export function createLaterMusic(needs: Parameters<typeof createMusic>[0]): Music {
  let music: Music | undefined
  let latest: PlayerState | undefined
  let attempts = 0

  async function load() {
    // A browser remembers that a module failed to load, so another attempt needs another address.
    const attempt = attempts++
    try {
      const made: { createMusic: typeof createMusic } =
        attempt === 0 ? await import('./music.ts') : await import(`./music.js?retry=${attempt}`)
      music ??= made.createMusic(needs)
      if (latest !== undefined) music.follow(latest)
    } catch {
      needs.timers.after(5_000, () => void load())
    }
  }

  return {
    follow(state) {
      latest = state
      if (music !== undefined) music.follow(state)
      else if (state.song !== null && attempts === 0) void load()
    },

    again() {
      music?.again()
    },
  }
}
