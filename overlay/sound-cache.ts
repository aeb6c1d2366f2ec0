import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import { TextError } from '../src/kernel/text/text-error.ts'
import type { SpokenParts } from './spoken-parts.ts'

/** Files up to this size are decoded as a whole; larger ones are streamed. */
const maxWholeBytes = 8 * 1024 * 1024
/** The most recently used decoded sounds are kept. */
const maxKeptBytes = 24 * 1024 * 1024
const maxKept = 32
const loadMs = 8_000

export type Sample = { buffer: AudioBuffer } | { url: string } | { parts: SpokenParts }

/** A cache of decoded sounds (least recently used are dropped). */
export function createSoundCache() {
  /** The most recently used last. */
  const kept: Map<string, AudioBuffer> = new Map()

  function keptBytes() {
    let bytes = 0
    for (const buffer of kept.values()) bytes += bytesOf(buffer)
    return bytes
  }

  function keep(url: string, buffer: AudioBuffer) {
    kept.delete(url)
    kept.set(url, buffer)
    let bytes = keptBytes()
    for (const [oldest, one] of kept) {
      if (kept.size <= maxKept && bytes <= maxKeptBytes) break
      kept.delete(oldest)
      bytes -= bytesOf(one)
    }
  }

  /** `read` has limited time. It may end the request early. */
  async function request<T>(url: string, read: (answer: Response, end: () => void) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    const end = () => stop.abort()
    const timer = setTimeout(end, loadMs)
    try {
      const answer = await fetch(url, { signal: stop.signal, credentials: 'omit' })
      if (!answer.ok) throw new TextError(messages.soundStatus.of({ status: answer.status }))
      return await read(answer, end)
    } finally {
      clearTimeout(timer)
    }
  }

  function decode(url: string, context: BaseAudioContext): Promise<AudioBuffer | undefined> {
    return request(url, async (answer, end) => {
      const isWhole = Number(answer.headers.get('Content-Length')) <= maxWholeBytes
      if (isWhole) return context.decodeAudioData(await answer.arrayBuffer())
      end()
      return undefined
    })
  }

  return {
    async load(url: string, context: BaseAudioContext, { isKept }: { isKept: boolean }): Promise<Sample> {
      const known = kept.get(url)
      if (known !== undefined) {
        keep(url, known)
        return { buffer: known }
      }
      const buffer = await decode(url, context)
      if (buffer === undefined) {
        const { canPlay } = await import('./long-sound.ts')
        await canPlay(url)
        return { url }
      }
      if (isKept) keep(url, buffer)
      return { buffer }
    },

    /** A line whose parts are played as they arrive. */
    async loadParts(url: string, context: BaseAudioContext): Promise<Sample> {
      const { readParts } = await import('./spoken-parts.ts')
      return { parts: await request(url, (answer) => readParts(answer, context)) }
    },

    /** Keeps the sound if there is room. It never replaces one that was played. */
    async preload(url: string, context: BaseAudioContext): Promise<void> {
      if (kept.has(url) || kept.size >= maxKept) return
      const buffer = await decode(url, context)
      if (buffer === undefined || kept.has(url)) return
      if (kept.size < maxKept && keptBytes() + bytesOf(buffer) <= maxKeptBytes) kept.set(url, buffer)
    },
  }
}

function bytesOf({ length, numberOfChannels }: AudioBuffer) {
  return length * numberOfChannels * 4
}
