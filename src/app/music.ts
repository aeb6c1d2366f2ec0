import { createMusic } from '../capabilities/music/music.ts'
import { createMusicControl } from '../capabilities/music/music-control.ts'
import { createNowPlaying, type NowPlaying } from '../capabilities/music/now-playing.ts'
import { createSkipVotes } from '../capabilities/music/skip-votes.ts'
import { createSongLinks, linkTimeoutMs } from '../capabilities/music/song-links.ts'
import { createSongQueue } from '../capabilities/music/song-queue.ts'
import { createSongRequests } from '../capabilities/music/song-requests.ts'
import type { MusicBackEnd } from '../platforms/music-back-end.ts'
import type { AudienceParts } from './audience.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'
import type { StreamParts } from './stream.ts'

export type MusicParts = ReturnType<typeof openMusic>

/** Songs, what viewers request, and the player: the overlay page or the broadcaster's own music service. */
export function openMusic(needs: NodeParts & ChannelParts & PlatformParts & AudienceParts & StreamParts & StageParts) {
  const { config, db, clock, bus, onClose, events, settings, services, media, uploads, platforms, streamStates } = needs
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
  const songQueue = createSongQueue({ db, events, media, uploads, music })
  const songLinks = createSongLinks(async () => {
    const { createOutgoing } = await import('../platforms/calls/outgoing.ts')
    return createOutgoing({ allow: config.outgoingAllow, timeoutMs: linkTimeoutMs })
  })
  /** On any platform: the music plays for all of them. */
  async function isLive(channelId: number): Promise<boolean> {
    const connected = await platforms.connected(channelId)
    const states = await Promise.all(connected.map(({ account }) => streamStates.find(channelId, account.platform)))
    return states.some((state) => state?.live === true)
  }
  return {
    music,
    musicControl,
    songQueue,
    songRequests: createSongRequests({ ...needs, music, musicControl, songQueue, songLinks, isLive }),
    skipVotes: createSkipVotes({ ...needs, music, musicControl }),
  }
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
