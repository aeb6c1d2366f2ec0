import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { OpenOutgoing, Outgoing } from '../../platforms/calls/outgoing.ts'
import { inTime, type Platforms } from '../../platforms/platforms.ts'
import type { VideoFacts } from '../../platforms/videos.ts'
import { songRequestErrors } from './request-messages.ts'
import { type RequestRules, refusedRequest, type WantedSong } from './request-rules.ts'

/** The source of a song that YouTube's own player plays. */
const prefix = 'youtube:'
const idShape = /^[\w-]{11}$/
const maxTitle = 200
/** Refused requests cost calls as well, so a channel has this many in a minute. */
const maxPerMinute = 30

export type YouTubeSongs = ReturnType<typeof createYouTubeSongs>

/**
 * Videos that viewers link to. With a connected YouTube account the Data API says everything about them. Without one,
 * oEmbed says whether a video exists and may be embedded, and its title; the player page reports the length then.
 */
export function createYouTubeSongs(needs: {
  clock: Clock
  platforms: Platforms
  openOutgoing: (...of: Parameters<OpenOutgoing>) => Promise<Pick<Outgoing, 'send'>>
  /** In place of YouTube. */
  oembedUrl?: string | undefined
  isTitleAllowed: (channelId: number, title: string) => Promise<boolean>
}) {
  const { clock, platforms, openOutgoing, oembedUrl = 'https://www.youtube.com/oembed', isTitleAllowed } = needs
  const lookups = new Map<number, { minute: number; count: number }>()

  function countLookup(channelId: number): void {
    const minute = Math.floor(clock.steady() / 60_000)
    const known = lookups.get(channelId)
    const count = known?.minute === minute ? known.count + 1 : 1
    if (count > maxPerMinute) throw refusedRequest(songRequestErrors.linkBusy.of())
    lookups.set(channelId, { minute, count })
  }

  /** Undefined where no account can be asked: none is connected, its sign-in is over, its quota is used up. */
  async function ask(channelId: number, id: string): Promise<{ readonly video: VideoFacts | undefined } | undefined> {
    const connection = await platforms.find(channelId, 'youtube')
    const findVideo = connection?.connector.findVideo
    if (connection === undefined || findVideo === undefined) return undefined
    try {
      return { video: await inTime(connection, (signal) => findVideo(connection.account, id, signal)) }
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  async function readTitle(id: string): Promise<Pick<WantedSong, 'title' | 'artist'>> {
    const { send } = await openOutgoing()
    const watched = `https://www.youtube.com/watch?v=${id}`
    const url = `${oembedUrl}?format=json&url=${encodeURIComponent(watched)}`
    const { status, body } = await send({ method: 'GET', url })
    // As other clients report it: 401 where embedding is turned off, 403 for a private video, 400 and 404 for none.
    if (status === 401 || status === 403) throw refusedRequest(songRequestErrors.videoNotEmbeddable.of())
    if (status === 400 || status === 404) throw refusedRequest(songRequestErrors.videoNotFound.of())
    const { title, author_name: author } = status === 200 ? fieldsIn(body) : {}
    if (typeof title !== 'string' || cleaned(title) === '') {
      throw refusedRequest(songRequestErrors.linkAnswered.of({ host: 'YouTube', status }))
    }
    return { title: cleaned(title), artist: typeof author === 'string' ? cleaned(author) : '' }
  }

  async function describe(channelId: number, id: string, rules: RequestRules): Promise<WantedSong> {
    const source = `${prefix}${id}`
    const asked = await ask(channelId, id)
    // The longest that is allowed, until the player page knows the length.
    if (asked === undefined) return { ...(await readTitle(id)), source, seconds: rules.max_seconds }
    const { video } = asked
    if (video === undefined) throw refusedRequest(songRequestErrors.videoNotFound.of())
    if (!video.isEmbeddable) throw refusedRequest(songRequestErrors.videoNotEmbeddable.of())
    if (video.isAgeRestricted) throw refusedRequest(songRequestErrors.videoAgeRestricted.of())
    if (video.isLive || video.seconds === 0) throw refusedRequest(songRequestErrors.videoLive.of())
    return { title: cleaned(video.title), artist: cleaned(video.channel), source, seconds: video.seconds }
  }

  return {
    async find(channelId: number, link: string, rules: RequestRules): Promise<WantedSong> {
      const id = videoIdIn(link)
      if (id === undefined) throw refusedRequest(songRequestErrors.videoNotNamed.of())
      countLookup(channelId)
      const song = await describe(channelId, id, rules)
      if (await isTitleAllowed(channelId, `${song.title} ${song.artist}`)) return song
      throw refusedRequest(songRequestErrors.videoBlocked.of())
    },
  }
}

/** The video that a link to YouTube names: `watch?v=`, `youtu.be/`, `/shorts/`, `/live/`, `/embed/`. */
export function videoIdIn(link: string): string | undefined {
  const { hostname, pathname, searchParams } = new URL(link)
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const isShort = /(^|\.)youtu\.be$/i.test(hostname)
  const named = isShort ? first : ['shorts', 'live', 'embed', 'v'].includes(first) ? second : searchParams.get('v')
  return idShape.test(named ?? '') ? (named ?? undefined) : undefined
}

/** The video of a song; undefined for a song that another player plays. */
export function videoOf(source: string): string | undefined {
  return source.startsWith(prefix) ? source.slice(prefix.length) : undefined
}

function fieldsIn(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

function cleaned(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').trim()
  return [...line].slice(0, maxTitle).join('')
}
