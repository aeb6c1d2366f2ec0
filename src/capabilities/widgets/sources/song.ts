import type { Song } from '../../overlay/contract/player.ts'
import type { SourceSong } from '../contract/widgets/sources.ts'
import { plainText, shownName } from '../names.ts'
import { defineSourceReader } from '../source.ts'

const maxQueued = 20
/** The next song has begun by then. */
const afterEndMs = 50

/** What the chosen player plays, and what comes next on the player of the overlay. */
export const song = defineSourceReader('song', {
  async read({ clock, music, musicControl }, { id }) {
    const [state, queue] = await Promise.all([
      musicControl.player(id),
      musicControl.isOther(id).then((isOther) => (isOther ? [] : music.upcoming(id, maxQueued))),
    ])
    return {
      playing: state.playing,
      now: state.song === null ? null : shown(state.song),
      position: state.positionMs / 1000,
      at: clock.now(),
      queue: queue.map(shown),
    }
  },

  topics: ['player-changed'],

  onEvent: ({ kind }) =>
    kind.startsWith('song.') || kind.startsWith('music.') || kind === 'viewer.erased' ? 'again' : 'nothing',

  staleAfterMs({ playing, now, position }) {
    if (!playing || now === null || now.seconds <= 0) return undefined
    return Math.max(now.seconds - position, 0) * 1000 + afterEndMs
  },
})

function shown({ title, artist, seconds, requestedBy }: Song): SourceSong {
  const requester = requestedBy === undefined ? undefined : shownName({ username: requestedBy })
  return { title: plainText(title), artist: plainText(artist), requested_by: requester ?? null, seconds, image: null }
}
