import { createMusic } from '../features/music/music.ts'
import { createMusicControl } from '../features/music/music-control.ts'
import { createNowPlaying, type NowPlaying } from '../features/music/now-playing.ts'
import { createSongQueue } from '../features/music/song-queue.ts'
import type { MusicBackEnd } from '../platforms/music-back-end.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'

export type MusicParts = ReturnType<typeof openMusic>

/** Songs, and the player: the overlay page or the broadcaster's own music service. */
export function openMusic(needs: NodeParts & ChannelParts & PlatformParts & StageParts) {
  const { db, clock, bus, onClose, events, settings, services, media, uploads } = needs
  const music = createMusic({ db, clock, events, bus, media })
  let held: { readonly backEnd: MusicBackEnd; readonly nowPlaying: NowPlaying } | undefined
  /** Another back end after the credentials of the service have changed, with a state of its own. */
  function other() {
    const backEnd = services.list().find((service) => service.music !== undefined)?.music
    if (held?.backEnd === backEnd) return held
    held?.nowPlaying.close()
    held = backEnd && { backEnd, nowPlaying: openNowPlaying(needs, backEnd) }
    return held
  }
  services.onChange(() => void other())
  const musicControl = createMusicControl({ music, settings, events, bus, other })
  onClose(() => musicControl.close())
  return { music, musicControl, songQueue: createSongQueue({ events, media, uploads, music }) }
}

function openNowPlaying({ clock, log, bus, pages }: NodeParts, backEnd: MusicBackEnd) {
  return createNowPlaying({
    backEnd,
    clock,
    log,
    isWanted: (channelId) => pages.hasPageFor(channelId, 'song'),
    onChange: (channelId) => bus.publish('player-changed', { channelId }),
  })
}
