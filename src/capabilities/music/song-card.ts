import type { Catalogue } from '../../kernel/text/message.ts'
import type { PlayerState } from '../overlay/contract/player.ts'
import { songCardMessages } from './messages.ts'

/** The state for overlay pages: their card shows who requested the song beside its artist. */
export function withRequester(state: PlayerState, catalogue: Catalogue): PlayerState {
  const { song } = state
  if (song?.requestedBy === undefined) return state
  const { artist, requestedBy: name } = song
  const shown =
    artist === ''
      ? songCardMessages.requested({ name }, catalogue)
      : songCardMessages.artistAndRequested({ artist, name }, catalogue)
  return { ...state, song: { ...song, artist: shown } }
}
