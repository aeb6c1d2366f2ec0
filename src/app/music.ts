import { createMusic } from '../features/music/music.ts'
import { createMusicControl } from '../features/music/music-control.ts'
import { createNowPlaying } from '../features/music/now-playing.ts'
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
  const backEnd = services.find((service) => service.music !== undefined)?.music
  const other = backEnd && { backEnd, nowPlaying: openNowPlaying(needs, backEnd) }
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
