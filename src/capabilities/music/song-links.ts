import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Outgoing } from '../../platforms/calls/outgoing.ts'
import { songRequestErrors } from './request-messages.ts'
import { refusedRequest } from './request-rules.ts'

/** Larger files are not loaded: 20 minutes of MP3 at 128 kbit/s. */
export const maxLinkBytes = 20 * 1024 * 1024
export const linkTimeoutMs = 8_000
/** Of all channels. A file is held in memory while its length is read. */
const maxAtOnce = 3

export interface LinkedSong {
  readonly title: string
  readonly artist: string
  readonly source: string
  readonly seconds: number
}

export type SongLinks = ReturnType<typeof createSongLinks>

/** Audio files at addresses that viewers write: loaded once, with all guards of outgoing calls, to read their length. */
export function createSongLinks(open: () => Promise<Pick<Outgoing, 'download'>>) {
  let outgoing: ReturnType<typeof open> | undefined
  /** One at a time for each channel, so that viewers cannot fill the line of the server. */
  const underWay = new Set<number>()

  async function load(source: string, host: string, hosts: readonly string[]): Promise<Buffer> {
    outgoing ??= open()
    const request = { method: 'GET', url: source, allowedHosts: hosts } as const
    const { status, bytes } = await (await outgoing).download(request, maxLinkBytes)
    if (status !== 200) throw refusedRequest(songRequestErrors.linkAnswered.of({ host, status }))
    return bytes
  }

  return {
    async read(channelId: number, written: string, hosts: readonly string[]): Promise<LinkedSong> {
      const url = addressOf(written)
      const host = url.hostname
      if (hosts.length === 0) throw refusedRequest(songRequestErrors.linkNotAllowed.of({ host }))
      if (underWay.has(channelId) || underWay.size >= maxAtOnce) throw refusedRequest(songRequestErrors.linkBusy.of())
      underWay.add(channelId)
      try {
        const bytes = await load(url.href, host, hosts)
        return { title: titleOf(url), artist: host, source: url.href, seconds: await secondsOf(bytes) }
      } catch (error) {
        if (error instanceof Failure && error.code === 'destination_not_allowed') {
          throw refusedRequest(songRequestErrors.linkNotAllowed.of({ host }))
        }
        throw error
      } finally {
        underWay.delete(channelId)
      }
    },
  }
}

export function isLink(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/\s/.test(text)
}

/** Of YouTube and of Spotify, which no other player may play. */
export function siteOf(text: string): 'youtube' | 'spotify' | undefined {
  if (/^spotify:track:/i.test(text)) return 'spotify'
  const host = URL.canParse(text) ? new URL(text).hostname : ''
  if (/(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be)$/i.test(host)) return 'youtube'
  return /(^|\.)(spotify\.com|spotify\.link)$/i.test(host) ? 'spotify' : undefined
}

function addressOf(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw refusedRequest(songRequestErrors.linkNotAddress.of())
  }
  return url
}

/** The readers of formats are loaded with the first link. */
async function secondsOf(bytes: Buffer): Promise<number> {
  const [{ inspectFile }, { RefusedFile }] = await Promise.all([
    import('../uploads/content/inspect-file.ts'),
    import('../uploads/content/facts.ts'),
  ])
  try {
    const { family, durationMs = 0 } = inspectFile(bytes)
    if (family === 'audio' && durationMs > 0) return Math.ceil(durationMs / 1000)
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
  }
  throw refusedRequest(songRequestErrors.linkNotAudio.of())
}

/** The file name without its extension. */
function titleOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  const name = decoded(last)
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_+\s]+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .trim()
  return [...(name === '' ? hostname : name)].slice(0, 200).join('')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
