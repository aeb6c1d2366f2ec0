import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { OpenOutgoing } from '../../platforms/calls/outgoing.ts'
import type { MusicBackEnd } from '../../platforms/music-back-end.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { ServiceRegistry } from '../../platforms/services/service-registry.ts'
import type { Channels } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { Events } from '../events/events.ts'
import type { AutoModeration } from '../moderation/auto-moderation.ts'
import type { Pages } from '../overlay/gateway/pages.ts'
import type { PlayerPages } from '../player/player-pages.ts'
import type { Points } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Media } from '../uploads/media.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { createFramedSongs } from './framed-songs.ts'
import { createMusic } from './music.ts'
import { createMusicControl } from './music-control.ts'
import { createNowPlaying, type NowPlaying } from './now-playing.ts'
import { createSkipVotes } from './skip-votes.ts'
import { createSongLinks, linkTimeoutMs } from './song-links.ts'
import { createSongQueue } from './song-queue.ts'
import { createSongRequests } from './song-requests.ts'
import { createYouTubeSongs } from './youtube-songs.ts'

interface MusicNeeds {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  onClose: OnClose
  openOutgoing: OpenOutgoing
  overrides: {
    /** In place of YouTube, for the titles of videos. */
    readonly oembedUrl?: string
  }
  autoModeration: Pick<AutoModeration, 'judge'>
  channels: Channels
  chat: Chat
  events: Events
  media: Media
  pages: Pick<Pages, 'hasPageFor'>
  platforms: Platforms
  playerPages: PlayerPages
  points: Points
  services: Pick<ServiceRegistry, 'list' | 'onChange'>
  settings: Settings
  streamStates: StreamStates
  uploads: Uploads
  viewers: Viewers
}

export type MusicParts = ReturnType<typeof openMusic>

/** Songs, what viewers request, and the player: the overlay page or the broadcaster's own music service. */
export function openMusic(needs: MusicNeeds) {
  const { services, platforms, streamStates } = needs
  const music = createMusic(needs)
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
  const musicControl = createMusicControl({ ...needs, music, other })
  needs.onClose(() => musicControl.close())
  const songQueue = createSongQueue({ ...needs, music })
  const songLinks = createSongLinks(() => needs.openOutgoing({ timeoutMs: linkTimeoutMs }))
  /** On any platform: the music plays for all of them. */
  async function isLive(channelId: number): Promise<boolean> {
    const connected = await platforms.connected(channelId)
    const states = await Promise.all(connected.map(({ account }) => streamStates.find(channelId, account.platform)))
    return states.some((state) => state?.live === true)
  }
  const youtubeSongs = createYouTubeSongs({
    ...needs,
    oembedUrl: needs.overrides.oembedUrl,
    isTitleAllowed: (...of) => isTitleAllowed(needs, ...of),
  })
  const parts = { ...needs, music, musicControl, songQueue, songLinks, youtubeSongs, isLive }
  const songRequests = createSongRequests(parts)
  const framedSongs = createFramedSongs({ ...parts, songRequests })
  needs.onClose(() => framedSongs.close())
  return {
    music,
    musicControl,
    songQueue,
    songRequests,
    framedSongs,
    skipVotes: createSkipVotes({ ...needs, music, musicControl }),
  }
}

/** By the blocked words and patterns of the moderation; a title may well be written in capital letters. */
async function isTitleAllowed({ settings, autoModeration }: MusicNeeds, channelId: number, title: string) {
  const all = await settings.of(channelId)
  const { links, caps, repeats, words, exempt } = all.auto_moderation
  const off = <Rule extends object>(rule: Rule) => ({ ...rule, enabled: false })
  const rules = { exempt, words, links: off(links), caps: off(caps), repeats: off(repeats) }
  const line = { id: '', channelId, platform: 'youtube', userId: '', text: title } as const
  return (await autoModeration.judge({ ...all, auto_moderation: rules }, line)) === undefined
}

function openNowPlaying({ clock, log, bus, pages }: MusicNeeds, backEnd: MusicBackEnd) {
  return createNowPlaying({
    backEnd,
    clock,
    log,
    isWanted: (channelId) => pages.hasPageFor(channelId, 'song'),
    onChange: (channelId) => bus.publish('player-changed', { channelId }),
  })
}
